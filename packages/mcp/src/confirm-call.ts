import { type ConfirmationContext, createResultFilter, type PolicyRule } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import {
  type CallQuestion,
  describeConfirmation,
  describeLogin,
  exceptionsOf,
  type LocatedCall,
  type Remembering,
  type RuleScope,
} from '@atip/node/internal';
import type { LoginAnswer, LoginQuestion } from '@atip/node';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { McpSettings } from './mcp-settings.ts';

/** Asks whoever is to be asked whether a call may run, and remembers why not, in words for the model. */
interface CallConfirmation {
  ask(question: CallQuestion, call: LocatedCall): Promise<boolean>;
  /** Asks whether a tool gets its login. Absent: this client cannot ask its person. */
  readonly askLogin?: (question: LoginQuestion) => Promise<LoginAnswer>;
  /** Sentence that a refusal adds to its reasons. Absent: nobody was asked. */
  readonly wayOut: string | undefined;
}

const WAYS_OUT = {
  no: 'Nothing ran. Ask the person what to do instead.',
  unable: 'Nothing ran: this client cannot ask its person (MCP elicitation). Let them run it where it was to run:',
  long: 'Nothing ran: it is more than a person could read in a question. Call it with less.',
} as const;

/** @param signal of the request; the question is taken back with it. */
export function confirmCall(server: Server, settings: McpSettings, signal: AbortSignal): CallConfirmation {
  let wayOut: string | undefined;
  const canAsk = settings.ask === undefined && server.getClientCapabilities()?.elicitation !== undefined;
  return {
    ...(canAsk && { askLogin: (question: LoginQuestion) => askClientForLogin(server, question, signal) }),
    async ask(question, located) {
      const { resolved: call, mapping, line, argv } = located;
      const remembering = settings.rules?.about(located);
      const answer = settings.ask
        ? (await settings.ask(question, signal, remembering)) && 'yes'
        : await askClient(server, question, signal, remembering);
      if (answer === 'yes') return true;
      wayOut = WAYS_OUT[answer || 'no'];
      const asCall = { call, mapping };
      if (answer === 'unable') wayOut += ` ${line ? atipRunShell(argv.at(-1) ?? '', asCall) : atipRunLine(asCall)}`;
      return false;
    },
    get wayOut() {
      return wayOut;
    },
  };
}

/** Shown for one question, in UTF-16 units; who confirms has to see all of it, so a longer one is not asked. */
const MAX_SHOWN = 4_000;

/** For `unable` and `long` nobody was asked. */
type ClientAnswer = 'yes' | 'no' | 'unable' | 'long';

/** Asks the person by elicitation. `yes`: a clear yes only; `unable`: the client cannot ask; `long`: too long to read. */
async function askClient(
  server: Server,
  question: CallQuestion,
  signal: AbortSignal,
  remembering: Remembering | undefined,
): Promise<ClientAnswer> {
  if (server.getClientCapabilities()?.elicitation === undefined) return 'unable';
  const message = describeConfirmation(question).join('\n');
  if (message.length > MAX_SHOWN) return 'long';
  const choices = choicesOf(remembering);
  const properties = { ...YES.properties, ...(choices.length > 1 && { remember: rememberField(choices) }) };
  const content = await elicit(server, { message, requestedSchema: { ...YES, properties } }, signal);
  if (content['run'] !== true) return 'no';
  const choice = choices.find(({ title }) => title === content['remember']);
  if (choice?.rule) await remembering?.keep(choice.rule, choice.scope);
  return 'yes';
}

/** The person's answers; nothing where they declined, where no answer came, and where it was not to the question. */
async function elicit(
  server: Server,
  question: Parameters<Server['elicitInput']>[0],
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const { action, content } = await server.elicitInput(question, { signal });
    return action === 'accept' ? (content ?? {}) : {};
  } catch (error) {
    if (error instanceof McpError) return {};
    throw error;
  }
}

const LOGIN = {
  type: 'object' as const,
  properties: {
    login: {
      type: 'string' as const,
      title: 'Its login',
      description: 'How long it has the login.',
      enum: ['no', 'this session', 'always'],
      default: 'no',
    },
  },
  required: ['login'],
};

async function askClientForLogin(server: Server, question: LoginQuestion, signal: AbortSignal): Promise<LoginAnswer> {
  const { login } = await elicit(server, { message: describeLogin(question), requestedSchema: LOGIN }, signal);
  return login === 'always' ? 'always' : login === 'this session' ? 'session' : 'no';
}

const YES = {
  type: 'object' as const,
  properties: { run: { type: 'boolean' as const, title: 'Run it', description: 'Yes runs it once, as shown.' } },
  required: ['run'],
};

interface Choice {
  readonly title: string;
  readonly scope: RuleScope;
  /** Absent: nothing is remembered. */
  readonly rule?: PolicyRule;
}

/** How long a yes holds, narrowest first: `only this call`, `this session: git push origin main`, `always: git push origin main`. */
function choicesOf(remembering: Remembering | undefined): readonly Choice[] {
  const offers = remembering?.offers ?? [];
  const scopes = [['session', 'this session'] as const, ['always', 'always'] as const];
  const lasting = scopes.flatMap(([scope, words]) =>
    offers.map(({ label, rule }) => ({ scope, rule, title: escapeUnseen(`${words}: ${label}${exceptionsOf(rule)}`) })),
  );
  return [{ title: 'only this call', scope: 'session' }, ...lasting];
}

function rememberField(choices: readonly Choice[]) {
  const titles = choices.map(({ title }) => title);
  const description = 'How long a yes holds.';
  return { type: 'string' as const, title: 'Do not ask again', description, enum: titles, default: titles[0] };
}

/** In UTF-16 units; beyond it nobody compares it with what was asked for. */
const MAX_LINE = 600;

/**
 * Writes a call as a person would run it at a POSIX shell, quoted and redacted. `…` stands for arguments that are too long or
 * more than visible text: such a line is not to be pasted.
 * Shape: `atip run git_clean force=true 'path=a b'`
 */
export function atipRunLine({ call, mapping }: Pick<ConfirmationContext, 'call' | 'mapping'>): string {
  const words = Object.entries(call.arguments).flatMap(([key, value]) => wordsOf(key, value));
  // A parameter may be called `--policy`, which would be read as ours.
  const rest = words.some((word) => word.startsWith('-')) ? ['--', ...words] : words;
  return shownCommand(`atip run ${quote(call.name)}`, rest, { call, mapping });
}

/** The same of a shell line. */
function atipRunShell(line: string, of: Pick<ConfirmationContext, 'call' | 'mapping'>): string {
  return shownCommand('atip run --line', [line], of);
}

function shownCommand(
  command: string,
  words: readonly string[],
  { call, mapping }: Pick<ConfirmationContext, 'call' | 'mapping'>,
): string {
  const { filter } = createResultFilter([mapping.tool]);
  const line = [command, ...words.map((word) => quote(filter(word, call.name)))].join(' ');
  const isPlain = words.every((word) => escapeUnseen(word) === word);
  return isPlain && line.length <= MAX_LINE ? line : `${command} …`;
}

function wordsOf(key: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [`${key}=${String(value)}`];
  return [`${key}=${JSON.stringify(value)}`];
}

/** Within single quotes a shell reads nothing but the end of them. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
