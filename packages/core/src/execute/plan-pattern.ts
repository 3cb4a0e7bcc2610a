import { argumentsOf, readArgv } from '../argv/read-argv.ts';
import type { Decision, ExecutionPolicy } from '../types/policy.ts';
import type { AtipPattern, AtipTool } from '../types/tool.ts';
import type { ArgumentErrorCode, ArgumentProblem, CallCheck, CallCheckSettings } from '../types/validation.ts';
import { checkCall, isComplete } from './check-call.ts';
import { expandSteps, type StepWord } from './expand-pattern.ts';

/** A step of a pattern as a call. */
export interface PlannedStep {
  /** Counted from 1. */
  readonly number: number;
  readonly description?: string;
  /**
   * The words of the step. `check.argv`, in the spelling of the tool's document, is the one that runs. Empty: it cannot
   * be expanded.
   */
  readonly argv: readonly string[];
  /** Absent: it is no call of a known tool. */
  readonly check?: CallCheck;
  /** Absent: it could run, if its decision allows it. */
  readonly problem?: string;
  /** True: its program is unknown, so the pattern and its values are not to blame. */
  readonly unknown?: boolean;
  /** Why a person is asked, or why it may not run; one sentence each. */
  readonly reasons: readonly string[];
}

export interface PatternPlan {
  readonly pattern: AtipPattern;
  readonly steps: readonly PlannedStep[];
  /** `deny` if one step may not run; `confirm`: one question for the whole. */
  readonly decision: Decision;
  /** All obstacles to running the pattern, apart from decisions. */
  readonly problems: readonly ArgumentProblem<ArgumentErrorCode>[];
}

export interface PatternSettings extends Pick<CallCheckSettings, 'directories' | 'environment' | 'narrowedBy'> {
  readonly policy?: ExecutionPolicy | undefined;
  /** The tool whose document has the pattern. Absent: a person put it into a directory of patterns. */
  readonly owner?: string | undefined;
  /** The first step to run, from 1; earlier ones ran already. Absent: 1. */
  readonly from?: number;
  /** Base of the calls' ids; each gets the number of its step as a suffix. */
  readonly id: string;
}

/**
 * Expands a pattern and checks each step as a call, by the document of the step's own program: the author of the
 * pattern cannot influence that. Runs nothing.
 *
 * In addition to `expandPattern` it refuses a step whose program is unknown or a path, a word that the document does
 * not describe, an unused variable, and a value that would select a command or an option.
 *
 * One question covers all steps. The pattern is allowed without a question only if every step is, it says `executable:
 * true`, and a person installed it: a document cannot vouch for its own pattern.
 * @see ATIP 0.3 §3.9, §11.2
 */
export function planPattern(
  pattern: AtipPattern,
  values: Readonly<Record<string, unknown>>,
  tools: readonly AtipTool[],
  { policy, owner, from = 1, id, ...settings }: PatternSettings,
): PatternPlan {
  const { steps, problems, unused } = expandSteps(pattern, values);
  const all = [...problems.map(aboutStep), ...unused.map(unusedVariable)];
  if (!Number.isInteger(from) || from < 1 || from > Math.max(1, steps.length))
    all.push(problemOf('/steps', `There is no step ${from}: the pattern has ${steps.length}.`));
  const planned = steps.map((words, at): PlannedStep => {
    const { description } = pattern.steps[at] ?? {};
    const about = { number: at + 1, ...(typeof description === 'string' && { description }) };
    const argv = words.map(({ text }) => text);
    // Already reported for the step before expansion.
    if (words.length === 0) return { ...about, argv, problem: 'It cannot be expanded.', reasons: [] };
    const made = stepCall(words, tools, `${id}-${at + 1}`);
    if ('problem' in made) return { ...about, argv, ...made, reasons: [] };
    const check = checkCall(made.call, tools, policy, settings);
    if (!isComplete(check)) return { ...about, argv, check, problem: check.reasons.join(' '), reasons: [] };
    return { ...about, argv, check, reasons: [...check.reasons, ...foreignReason(check, owner)] };
  });
  for (const { number, problem, unknown } of planned) {
    const place = `/steps/${number - 1}/command`;
    if (problem === undefined || all.some(({ parameter }) => parameter === place)) continue;
    all.push({ ...problemOf(place, `Step ${number}: ${problem}`), ...(unknown && { code: 'UNKNOWN_COMMAND' }) });
  }
  const left = planned.slice(Math.max(0, from - 1));
  const isDenied = all.length > 0 || left.some(({ check }) => check?.decision === 'deny');
  const isAllowed = pattern.executable === true && owner === undefined && left.every(isFree);
  return { pattern, steps: left, decision: isDenied ? 'deny' : isAllowed ? 'allow' : 'confirm', problems: all };
}

/** Shape: `"/steps/0/command" needs …` → `Step 1 needs …`, as people count. */
function aboutStep(problem: ArgumentProblem<ArgumentErrorCode>): ArgumentProblem<ArgumentErrorCode> {
  const message = problem.message.replace(/^"\/steps\/(\d+)\/command"/, (_whole, at) => `Step ${Number(at) + 1}`);
  return { ...problem, message };
}

function isFree({ check }: PlannedStep): boolean {
  return check?.decision === 'allow';
}

function unusedVariable(name: string): ArgumentProblem<ArgumentErrorCode> {
  const quoted = JSON.stringify(name.slice(0, 80));
  return problemOf(name, `${quoted} is in no step of the pattern: take it out of its variables, or use {${name}}.`);
}

function problemOf(parameter: string, message: string): ArgumentProblem<ArgumentErrorCode> {
  return { code: 'INVALID_FORMAT', message, parameter };
}

function foreignReason({ tool = '' }: CallCheck, owner: string | undefined): string[] {
  if (owner === undefined || tool === owner) return [];
  return [`It runs ${tool}, and the pattern comes from the document of ${owner}.`];
}

function stepCall(words: readonly StepWord[], tools: readonly AtipTool[], id: string) {
  const argv = words.map(({ text }) => text);
  const [program = ''] = argv;
  if (/[\\/]/.test(program))
    return { problem: `It begins with a path. Name the program, as ${JSON.stringify(lastPart(program))}.` };
  const reading = readArgv(argv, tools);
  if (reading.tool === undefined) {
    const name = JSON.stringify(program.slice(0, 80));
    return {
      problem: `No tool called ${name} is known. \`atip discover\` looks for it, \`atip describe\` describes it.`,
      unknown: true,
    };
  }
  // Checked first: if a value selects a command, the document cannot place the words after it.
  const chosen = words.find((word, at) => word.filledAt !== undefined && !isValue(word, at, reading.given));
  if (chosen && (reading.name === undefined || reading.unknown.length === 0)) return { problem: CHOOSES };
  const [unknown] = reading.unknown;
  const [problem] = reading.problems;
  if (unknown) {
    const word = words[unknown.word];
    if (word?.filledAt !== undefined) return { problem: CHOOSES };
    const quoted = JSON.stringify((word?.text ?? '').slice(0, 80));
    return {
      problem: `${quoted} ${unknown.reason}, by the document of ${reading.tool}. Correct the step or the document.`,
    };
  }
  if (reading.name === undefined || problem !== undefined)
    return { problem: problem ?? `It names no command of ${reading.tool}.` };
  return { call: { id, name: reading.name, arguments: argumentsOf(reading) } };
}

const CHOOSES =
  'A value would choose a command or an option, and may only be the value of one. Give another, or put the variable behind "=" or "--" in the pattern.';

/** True for a word whose inserted text is the value of one parameter. */
function isValue({ text, filledAt = 0 }: StepWord, at: number, given: ReturnType<typeof readArgv>['given']): boolean {
  const takers = given.filter(({ words }) => words.includes(at));
  if (takers.length !== 1) return false;
  const own = text.slice(0, filledAt);
  if (!text.startsWith('-') || own === '') return true;
  // `-n{count}` and `--count={count}`: the option is part of the pattern, and takes a value.
  const isNamed = own.includes('=') || /^-[^-]$/.test(own);
  return isNamed && typeof (takers[0]?.value ?? true) !== 'boolean';
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).slice(0, 80);
}
