import { type ConfirmationContext, createResultFilter, type PolicyRule } from '@atip/core';
import { ExecutionError, RequiresConfirmationError } from '@atip/core/execute';
import { escapeUnseen } from '@atip/core/internal';
import {
  describeLogin,
  describePlan,
  type Plan,
  quoteWord,
  type Remembering,
  type RuleScope,
} from '@atip/node/internal';
import type { Host, LoginAnswer, LoginQuestion } from '@atip/node';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type ElicitResult, McpError, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { McpSettings } from './mcp-settings.ts';

/** Asks a person whether a call may run, and remembers the reason of a refusal in words for the model. */
interface CallConfirmation {
  readonly ask?: Host['ask'];
  readonly askLogin?: Host['askLogin'];
  readonly approvedBy?: string;
  /** Sentence that a refusal adds to its reasons. Undefined: the refusal says enough. @param line of `run_line` */
  readonly wayOut: (refusal: unknown, line: string | undefined) => string | undefined;
}

const WAYS_OUT = {
  no: 'Nothing ran. The person said no: do not try the same in another way, ask them what to do instead.',
  long: 'Nothing ran: the call is too long for a person to review. Call it with less.',
  unable: 'Nothing ran. This client cannot ask you. To run it yourself, in the same directory:',
  deny: 'Nothing ran. This server is set up to ask nobody (--confirm deny). To run it yourself, in the same directory:',
} as const;

const CANCELLED =
  'Nothing ran: the person closed the question without an answer. Find out whether they want it before you call it again.';
const UNANSWERED =
  'Nothing ran: the question got no answer. Find out whether the person wants it before you call it again.';

/** The part of a client's call that a question needs. */
export interface AskingRequest {
  readonly server: Server;
  readonly settings: McpSettings;
  /** The request's signal; it withdraws the question. */
  readonly signal: AbortSignal;
  readonly requestId: RequestId;
  /** True: the client's list calls the tool destructive. */
  readonly isKnownHarm: boolean;
}

export function confirmCall(request: AskingRequest): CallConfirmation {
  const { server, settings, isKnownHarm } = request;
  const { host, confirm = 'ask' } = settings;
  const { ask } = host;
  if (ask === undefined && confirm === 'deny') return refuse('deny');
  const askLogin = (question: LoginQuestion): Promise<LoginAnswer> => askClientForLogin(request, question);
  const login = ask === undefined && canElicit(server) ? { askLogin } : {};
  if (ask === undefined && confirm === 'client' && isKnownHarm)
    return { ...login, ask: async () => true, approvedBy: approvalOf(server), wayOut: () => undefined };
  if (ask === undefined && !canElicit(server)) return refuse('unable');
  let wayOut: string | undefined;
  return {
    ...login,
    async ask(plan, at) {
      const answer = ask ? (await ask(plan, at)) || 'no' : await askClient(request, plan);
      if (answer === true) return true;
      wayOut = WAYS_OUT[answer];
      return false;
    },
    wayOut: () => wayOut,
  };
}

/** Asks no person; tells the model how a person would run the call. */
function refuse(why: 'unable' | 'deny'): CallConfirmation {
  return {
    ask: undefined,
    wayOut(refusal, line) {
      if (!RequiresConfirmationError.isInstance(refusal)) return undefined;
      const { context } = refusal;
      return `${WAYS_OUT[why]} ${line === undefined ? atipRunLine(context) : atipRunShell(line, context)}`;
    },
  };
}

/** For the record. A client chooses its own name. */
function approvalOf(server: Server): string {
  const { name = 'without a name', version = '' } = server.getClientVersion() ?? {};
  const client = escapeUnseen(`${name} ${version}`.trim().slice(0, 80));
  return `The MCP client ${JSON.stringify(client)} approved it; no person was asked by atip (--confirm client).`;
}

function canElicit(server: Server): boolean {
  return server.getClientCapabilities()?.elicitation?.form !== undefined;
}

/** UTF-16 units of one question. The person has to see all of it, so a longer one is refused. */
const MAX_SHOWN = 4_000;

/** Asks the person by elicitation: "accept" approves. @throws ExecutionError without an answer */
async function askClient(request: AskingRequest, plan: Plan): Promise<true | 'no' | 'long'> {
  const remembering = request.settings.host.rules.about(plan);
  const message = describePlan(plan).join('\n');
  if (message.length > MAX_SHOWN) return 'long';
  const choices = choicesOf(remembering);
  const properties = choices.length > 1 ? { remember: rememberField(choices) } : {};
  const { action, content = {} } = await elicit(request, { message, requestedSchema: { type: 'object', properties } });
  if (action === 'decline') return 'no';
  if (action === 'cancel') throw new ExecutionError(CANCELLED);
  const choice = choices.find(({ title }) => title === content['remember']);
  if (choice?.rule) await remembering.keep(choice.rule, choice.scope);
  return true;
}

/** Ms. People take their time; the request's own signal ends the question of a cancelled call. */
const ANSWER_TIME = 600_000;

/** @throws ExecutionError without an answer, or with an answer to something else */
async function elicit(
  { server, signal, requestId }: AskingRequest,
  question: Parameters<Server['elicitInput']>[0],
): Promise<ElicitResult> {
  try {
    // Sent on the stream of the call: over HTTP a client need not listen to another.
    return await server.elicitInput(question, { signal, timeout: ANSWER_TIME, relatedRequestId: requestId });
  } catch (error) {
    if (error instanceof McpError) throw new ExecutionError(UNANSWERED, { cause: error });
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

async function askClientForLogin(request: AskingRequest, question: LoginQuestion): Promise<LoginAnswer> {
  const { action, content } = await elicit(request, { message: describeLogin(question), requestedSchema: LOGIN });
  const login = action === 'accept' ? content?.['login'] : 'no';
  return login === 'always' ? 'always' : login === 'this session' ? 'session' : 'no';
}

interface Choice {
  readonly title: string;
  readonly scope: RuleScope;
  /** Absent: we remember nothing. */
  readonly rule?: PolicyRule;
}

/** Scopes of an approval, narrowest first: `only this call`, `this session: git push, and nothing else, in /home/me/shop`. */
function choicesOf({ offers }: Remembering): readonly Choice[] {
  const scopes = [['session', 'this session'] as const, ['always', 'always'] as const];
  const lasting = scopes.flatMap(([scope, words]) =>
    offers.map(({ label, rule }) => ({ scope, rule, title: escapeUnseen(`${words}: ${label}`) })),
  );
  return [{ title: 'only this call', scope: 'session' }, ...lasting];
}

function rememberField(choices: readonly Choice[]) {
  const titles = choices.map(({ title }) => title);
  const description = 'How long the answer holds.';
  return { type: 'string' as const, title: 'Do not ask again', description, enum: titles, default: titles[0] };
}

/** UTF-16 units; nobody would compare a longer line with the request. */
const MAX_LINE = 600;

/**
 * Writes a call as a person would run it in a POSIX shell, quoted and redacted. `…` replaces arguments that are too long or
 * contain invisible characters: such a line must not be pasted.
 * Shape: `atip run git_clean force=true 'path=a b'`
 */
export function atipRunLine({ call, mapping }: Pick<ConfirmationContext, 'call' | 'mapping'>): string {
  const words = Object.entries(call.arguments).flatMap(([key, value]) => wordsOf(key, value));
  // A parameter may be called `--policy`; our own parser would take it.
  const rest = words.some((word) => word.startsWith('-')) ? ['--', ...words] : words;
  return shownCommand(`atip run ${quoteWord(call.name)}`, rest, { call, mapping });
}

/** The same for a shell line. */
function atipRunShell(line: string, of: Pick<ConfirmationContext, 'call' | 'mapping'>): string {
  return shownCommand('atip run --line', [line], of);
}

function shownCommand(
  command: string,
  words: readonly string[],
  { call, mapping }: Pick<ConfirmationContext, 'call' | 'mapping'>,
): string {
  const { filter } = createResultFilter([mapping.tool]);
  const line = [command, ...words.map((word) => quoteWord(filter(word, call.name)))].join(' ');
  const isPlain = words.every((word) => escapeUnseen(word) === word);
  return isPlain && line.length <= MAX_LINE ? line : `${command} …`;
}

function wordsOf(key: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [`${key}=${String(value)}`];
  return [`${key}=${JSON.stringify(value)}`];
}
