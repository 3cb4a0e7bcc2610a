import { decisionOf, digestsOf, escapeUnseen, sentencesOf } from '@atip/core/internal';
import type {
  AtipEffects,
  AtipTool,
  Check,
  PolicyDecision,
  SandboxMode,
  ServedCheck,
  ToolCall,
  ToolCallValidation,
} from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { originOf, type SkippedTool } from '@atip/node';
import { checkAt, describeEffects, detailOf, locateProgram, quoteElement } from '@atip/node/internal';
import { EXIT, type ExitCode } from '../cli-host.ts';
import type { Paint } from '../terminal/style.ts';
import type { CallHost } from '../tools/call-settings.ts';
import { skippedHint } from '../tools/known-tools.ts';

/** Result of checking one call without running it: `atip check` shows it, `--json` writes it. */
export interface CheckReport {
  readonly call: Pick<ToolCall, 'id' | 'name'>;
  readonly valid: boolean;
  readonly errors: ToolCallValidation['errors'];
  readonly warnings: ToolCallValidation['warnings'];
  /** Absent: no known tool has this command. */
  readonly command?: CheckedCommand | undefined;
}

interface CheckedCommand {
  readonly words: readonly string[];
  readonly effects: AtipEffects;
  /** The effects in words. */
  readonly may: string;
  /** Absent while the arguments are invalid, as are `argv` and `sandbox`. */
  readonly decision?: PolicyDecision;
  /** Place of the deciding part of the policy: a file with its line, or a preset. */
  readonly origin?: string | undefined;
  readonly argv?: readonly string[];
  /** Text for its standard input. Absent: none. */
  readonly stdin?: string | undefined;
  /** Absolute path. `null`: there is no program that we could run. */
  readonly program: string | null;
  /** Why there is no program that we could run. */
  readonly programProblem?: string;
  readonly sandbox?: {
    readonly mode: SandboxMode;
    readonly available: boolean;
    /** Why the required sandbox cannot be built. */
    readonly problem?: string | undefined;
  };
}

/**
 * Examines a call without running it: its argv, its decision, its program and its sandbox.
 * @param skipped documents that were left out: they explain why a command is missing
 */
export async function examineCall(
  call: ToolCall,
  host: CallHost,
  skipped: readonly SkippedTool[] = [],
): Promise<CheckReport> {
  const check = checkAt(call, host);
  const { id, name } = call;
  const { warnings, problems = [] } = check;
  const hint = check.command ? '' : skippedHint(name, { found: host.found, skipped });
  const errors = problems.map((problem) => ({ ...problem, message: problem.message + hint }));
  const command = await checkedCommand(check, host);
  return { call: { id, name }, valid: errors.length === 0, errors, warnings, command };
}

async function checkedCommand(check: Check | ServedCheck, host: CallHost): Promise<CheckedCommand | undefined> {
  const { command } = check;
  if (!command) return undefined;
  const effects = check.effects ?? command.effects;
  const program = await locate(command.tool, host);
  const about = { words: command.command, effects, may: describeEffects([effects]), ...program };
  if (!check.ok || !check.argv) return about;
  const { rule, argv, stdin, sandbox: mode } = check;
  const { available } = await host.machine.sandboxStatus();
  const problem = await host.machine.sandboxProblem(mode, check.network);
  return {
    ...about,
    decision: decisionOf(check),
    origin: rule === undefined ? undefined : originOf(host.configuration, rule),
    argv,
    stdin: stdin && 'text' in stdin ? stdin.text : undefined,
    sandbox: { mode, available, problem },
  };
}

async function locate(tool: AtipTool, { found, machine }: CallHost) {
  const { name } = tool;
  const about = { found: found.find((one) => one.tool.name === name), digests: digestsOf(tool) };
  try {
    return { program: (await locateProgram(name, about, machine)).path };
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    return { program: null, programProblem: detailOf(error) };
  }
}

/**
 * `invalid` when the call names no command, `refused` when it would not run unattended.
 * @param confirmed true when a person has approved, or is there to answer
 */
export function checkExit({ valid, command }: CheckReport, confirmed = false): ExitCode {
  if (!valid || !command?.decision) return EXIT.invalid;
  const { decision } = command.decision;
  const isRefused = decision === 'deny' || (decision === 'confirm' && !confirmed);
  return isRefused || command.sandbox?.problem !== undefined ? EXIT.refused : EXIT.ok;
}

const VERDICTS = {
  allow: ['green', 'allowed'],
  confirm: ['yellow', 'a person has to confirm it'],
  deny: ['red', 'refused'],
} as const;
const INVALID = ['red', 'invalid'] as const;

/** Writes the result of a check for a person. */
export function describeCheck({ call, errors, warnings, command }: CheckReport, paint: Paint): string[] {
  const name = paint('bold', escapeUnseen(call.name));
  const id = call.id === call.name ? '' : ` (${escapeUnseen(call.id)})`;
  const problems = [
    ...errors.map(({ message }) => `  error      ${escapeUnseen(message)}`),
    ...warnings.map(({ message }) => `  warning    ${escapeUnseen(message)}`),
  ];
  if (!command) return [`${name}${id}: ${paint('red', 'unknown')}`, ...problems];
  const [style, words] = command.decision ? VERDICTS[command.decision.decision] : INVALID;
  return [`${name}${id}: ${paint(style, words)}`, ...problems, ...commandLines(command)];
}

function commandLines(command: CheckedCommand): string[] {
  const { words, may, decision, origin = '', argv, stdin, program, programProblem = '', sandbox } = command;
  const held = sandbox?.problem ?? (sandbox?.available ? 'works here' : 'none works here');
  return [
    `  command    ${escapeUnseen(words.join(' '))}`,
    `  may        ${may}`,
    ...(decision?.rule === undefined ? [] : [`  rule       ${decision.rule}, of ${escapeUnseen(origin)}`]),
    ...sentencesOf(decision?.violations ?? []).map((sentence) => `  because    ${escapeUnseen(sentence)}`),
    ...(argv ? [`  argv       [${argv.map(quoteElement).join(',')}]`] : []),
    ...(stdin === undefined ? [] : [`  stdin      ${quoteElement(stdin)}`]),
    `  program    ${program === null ? escapeUnseen(programProblem) : escapeUnseen(program)}`,
    ...(sandbox ? [`  sandbox    ${sandbox.mode}; ${escapeUnseen(held)}`] : []),
  ];
}
