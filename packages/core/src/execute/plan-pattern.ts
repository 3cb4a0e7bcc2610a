import { argumentsOf, readArgv } from '../argv/read-argv.ts';
import type { Decision, ExecutionPolicy } from '../types/policy.ts';
import type { AtipPattern, AtipTool } from '../types/tool.ts';
import type { ArgumentErrorCode, ArgumentProblem, CallCheck, CallCheckSettings } from '../types/validation.ts';
import { checkCall, isComplete } from './check-call.ts';
import { expandSteps, type StepWord } from './expand-pattern.ts';

/** A step of a pattern as the call that it comes to. */
export interface PlannedStep {
  /** From 1, as people count. */
  readonly number: number;
  readonly description?: string;
  /** The words of the step. `check.argv` is what would run: the same, as the document of its tool writes it. Empty: it cannot be expanded. */
  readonly argv: readonly string[];
  /** Absent: it is no call of a known tool. */
  readonly check?: CallCheck;
  /** Absent: it could run, if its decision lets it. */
  readonly problem?: string;
  /** True: its program is known to nobody, so that the problem is none of the pattern or its values. */
  readonly unknown?: boolean;
  /** Why a person is asked, or why it may not run, a sentence each. */
  readonly reasons: readonly string[];
}

export interface PatternPlan {
  readonly pattern: AtipPattern;
  readonly steps: readonly PlannedStep[];
  /** `deny` if one step may not run; `confirm`: one question for the whole. */
  readonly decision: Decision;
  /** All that keeps the pattern from being run, apart from decisions. */
  readonly problems: readonly ArgumentProblem<ArgumentErrorCode>[];
}

export interface PatternSettings extends Pick<CallCheckSettings, 'directories' | 'environment' | 'narrowedBy'> {
  readonly policy?: ExecutionPolicy | undefined;
  /** The tool in whose document the pattern stands. Absent: a person put it into a directory of patterns. */
  readonly owner?: string | undefined;
  /** The first step that is to run, from 1; those before it ran already. Absent: 1. */
  readonly from?: number;
  /** Of the calls, each with the number of its step behind it. */
  readonly id: string;
}

/**
 * Expands a pattern and checks each of its steps as the call that it is, by the document of the program that it names: whoever wrote
 * the pattern has no say in that. Nothing is run.
 *
 * Beyond what `expandPattern` refuses: a step that names a program that is not known or a path, a word that its document does not
 * describe, a variable that no step has, and one whose value would choose a command or an option rather than be a value.
 *
 * The whole is asked about once. It is simply allowed only if each step is, it says `executable: true`, and a person put it where
 * it is: a document's own word counts for nothing here.
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
    // Said already, of the step as the pattern has it.
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

/** The call of a step, or why there is none, which names no value. */
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
  // Before what the document cannot place: the value is why it cannot.
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

/** True for a word of which all that was filled in is the value of one parameter. */
function isValue({ text, filledAt = 0 }: StepWord, at: number, given: ReturnType<typeof readArgv>['given']): boolean {
  const takers = given.filter(({ words }) => words.includes(at));
  if (takers.length !== 1) return false;
  const own = text.slice(0, filledAt);
  if (!text.startsWith('-') || own === '') return true;
  // `-n{count}` and `--count={count}`: the option stands in the pattern, and takes a value.
  const isNamed = own.includes('=') || /^-[^-]$/.test(own);
  return isNamed && typeof (takers[0]?.value ?? true) !== 'boolean';
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).slice(0, 80);
}
