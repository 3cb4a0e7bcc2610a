import {
  type AtipTool,
  type Check,
  checkCall,
  type FlatCommand,
  flattenCommands,
  type Provider,
  type ServedCheck,
  type ToolCall,
} from '@atip/core';
import { CONTROLS, parametersOf, sandboxAccess } from '@atip/core/internal';
import { riskMarks } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { answerResponse, type ReadResponse } from '../start/answer-response.ts';
import { decidedWords, wholePolicy } from '../safety/policy-words.ts';
import { readSubject, type Subject } from '../worker/subject.ts';

type FormCall = Omit<ToolCall, 'id'>;

interface CallsQuestion {
  readonly subject: Subject;
  readonly policy?: PlainPolicy | undefined;
  /** The provider chosen on the page: an ambiguous text counts as its response. */
  readonly provider: Provider;
  /** A model's answer as pasted; or the command that is chosen in the outline, and the call that was last in the form. */
  readonly tried: string | { readonly pointer?: string | undefined; readonly call?: FormCall | undefined };
  /** The one call that is followed. */
  readonly place: number;
}

export type CallStages = NonNullable<NonNullable<ReturnType<typeof answerCalls>>['stages']>;

/** Checks the calls and follows one through every stage; `undefined` when the document has errors or no command. */
export function answerCalls({ subject, policy, provider, tried, place }: CallsQuestion) {
  const read = readSubject(subject);
  const commands = read.ok ? flattenCommands(read.tool) : [];
  if (!read.ok || commands.length === 0) return undefined;
  const { tool } = read;
  const response: ReadResponse =
    typeof tried === 'string'
      ? answerResponse(tried, provider)
      : { kind: 'calls', recognised: { provider }, calls: [{ id: 'form', ...formCall(commands, tried) }] };
  const asked = response.kind === 'calls' ? response.calls : [];
  // A call of an MCP server's tool is checked although there is no program.
  const servers = new Set([tool.name]);
  const checks = asked.map((call) => checkCall(call, [tool], wholePolicy(policy), { servers }));
  const check = checks[place];
  return {
    tool: tool.name,
    isSingle: commands.length === 1,
    isForm: typeof tried !== 'string',
    response,
    calls: checks.map(({ call, decision }) => ({ call, decision })),
    place,
    stages: check && stagesOf(check, tool, policy),
  };
}

/** A call of the chosen command, else of the last one of this document that was in the form. */
function formCall(
  commands: readonly FlatCommand[],
  { pointer, call }: Exclude<CallsQuestion['tried'], string>,
): FormCall {
  const needsNothing = (command: FlatCommand): boolean => parametersOf(command).every(({ required }) => !required);
  const { name = '' } =
    commands.find((command) => command.pointer === pointer) ??
    commands.find((command) => command.name === call?.name) ??
    commands.find(needsNothing) ??
    commands[0] ??
    {};
  return call?.name === name ? call : { name, arguments: {} };
}

function stagesOf(check: Check | ServedCheck, tool: AtipTool, policy: PlainPolicy | undefined) {
  const { call, command, argv, rule, effects, suggestions = [] } = check;
  return {
    verdict: verdictOf(check),
    call,
    command: command?.command.join(' '),
    parameters: command ? parametersOf(command) : [],
    meant: suggestions[0],
    accepted: Object.keys(check.arguments ?? {}).length,
    decidedBy: decidedWords(rule, policy),
    effects,
    argv,
    shellLine: argv && quoteForSh(argv),
    isServed: tool['x-mcp'] === true,
    // By the same rules as the companion's own.
    sandbox: check.ok && argv ? { mode: check.sandbox, access: sandboxAccess(check.effects) } : undefined,
  };
}

const TITLES = {
  allow: 'Runs',
  confirm: 'Asks first',
  command: 'Refused, because no command has this name',
  arguments: 'Refused, because its arguments do not fit',
  policy: 'Refused, because the policy denies it',
} as const;

function verdictOf(check: Check | ServedCheck) {
  const { decision, call } = check;
  const stage = check.ok ? 'policy' : check.command ? 'arguments' : 'command';
  const outcome = decision === 'deny' ? stage : decision;
  const said =
    check.decision === 'allow'
      ? [
          riskMarks(check.effects)
            .map(({ meaning }) => meaning)
            .join(' ') || 'The document states no risk.',
        ]
      : check.reasons;
  const reasons = [...said, ...check.warnings.map(({ message }) => message)].map((reason) => {
    const about = reason.startsWith(`${call.name} `) ? `It${reason.slice(call.name.length)}` : reason;
    // Core lists the known parameters for models; here the form has them.
    return about.replace(/ There are ".*$/, '');
  });
  // `outcome`: the stage that refused, else the decision. `reasons`: sentences, at least one.
  return { decision, outcome, title: TITLES[outcome], reasons: [...new Set(reasons)] };
}

/** Half of a character, or one that is invisible or that a terminal acts on, except the line feed. */
const UNSEEN = new RegExp(`(?!\\n)[${CONTROLS}]`, 'u');

/**
 * Writes an argv as a command line of a POSIX shell, which takes it apart to exactly these elements.
 * Shape: `["git", "commit", "-m", "it's"]` → `git commit -m 'it'\''s'`. `undefined` for unseen characters: an escape sequence
 * in a pasted text can end the paste early, and the rest of it is then typed.
 */
export function quoteForSh(argv: readonly string[]): string | undefined {
  if (argv.some((element) => UNSEEN.test(element))) return undefined;
  // `=ls` is a path to zsh, and `A=b` before a command sets a variable.
  const isPlain = (element: string, index: number): boolean =>
    /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(element) && !(index === 0 && element.includes('='));
  return argv
    .map((element, index) => (isPlain(element, index) ? element : `'${element.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
