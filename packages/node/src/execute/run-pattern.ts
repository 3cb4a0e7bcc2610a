import {
  ArgumentValidationError,
  AtipError,
  type CompleteCheck,
  ExecutionError,
  type FormattedResult,
  RequiresConfirmationError,
} from '@atip/core';
import { escapeUnseen, isComplete, type PatternPlan, type PlannedStep } from '@atip/core/internal';
import { describeEffects, quoteElement } from '../confirmation/describe-confirmation.ts';
import { digestOf } from '../files/digest.ts';
import { type CallHost, type LocatedCall, locateCall, runCall } from './run-call.ts';

/** A step that can run, with its program. */
export interface LocatedStep extends PlannedStep {
  readonly call: LocatedCall;
}

/** The question about a whole pattern: nothing is redacted, shortened or escaped. */
export interface PatternQuestion {
  readonly pattern: PatternPlan['pattern'];
  readonly steps: readonly LocatedStep[];
  /** Binds an approval to the programs' bytes, the arguments, the directory and the effects of all steps, in order. */
  readonly hash: string;
}

export interface PatternHost
  extends Omit<CallHost, 'ask' | 'recheck' | 'onLocated' | 'approvedBy' | 'input' | 'inputOf'> {
  /** Called with the plan before any question. */
  readonly onPlanned?: (question: PatternQuestion) => void | Promise<void>;
  /** Asks a person about all steps at once; only true approves. Absent: no person can be asked. */
  readonly askAll?: (question: PatternQuestion) => Promise<boolean>;
  /** Plans the pattern again with the current policy and documents. Absent: they cannot have changed. */
  readonly replan?: () => PatternPlan | Promise<PatternPlan>;
  /** Called with each step before it runs. */
  readonly onStep?: (step: LocatedStep) => void | Promise<void>;
}

/** The end of a step, or that it was not started. */
export type StepOutcome =
  | { readonly number: number; readonly state: 'ran' | 'failed'; readonly result: FormattedResult }
  | { readonly number: number; readonly state: 'refused'; readonly error: Error }
  | { readonly number: number; readonly state: 'not-run' };

export interface PatternOutcome {
  /** True: every step ran. */
  readonly success: boolean;
  readonly steps: readonly StepOutcome[];
}

/**
 * Runs the steps of a plan in their order, each by `runCall`, after one question about all of them. The first failure
 * stops the rest. If one step may not run, no step runs, and that is recorded.
 *
 * An approval is bound to the shown steps: a step whose program, arguments or effects have changed by its turn is
 * refused.
 *
 * @throws ArgumentValidationError for a plan with problems; the errors of `runCall` for a step that is denied or not
 * approved; ProgramError or another ExecutionError for a step that could not be run. In all these cases nothing ran.
 * @see ATIP 0.3 §3.9
 */
export async function runPattern(plan: PatternPlan, host: PatternHost): Promise<PatternOutcome> {
  const { askAll, replan, onPlanned, onStep, ...calls } = host;
  if (plan.problems.length > 0) throw new ArgumentValidationError(plan.problems);
  for (const { check } of plan.steps) if (check?.decision === 'deny') await refuse(check, calls);
  const question = await locatePlan(plan, calls);
  await onPlanned?.(question);
  if (plan.decision !== 'allow') {
    const approved = askAll && (await askAll(question)) === true;
    if (!approved) await decline(question, calls, askAll !== undefined);
  }
  const outcomes: StepOutcome[] = [];
  for (const step of question.steps) {
    if (outcomes.some(({ state }) => state !== 'ran')) {
      outcomes.push({ number: step.number, state: 'not-run' });
      continue;
    }
    await onStep?.(step);
    const { record } = calls;
    // Each step is recorded as a call of its own.
    const own = record?.id !== undefined && { record: { ...record, id: `${record.id}-${step.number}` } };
    outcomes.push(await runStep(step, { ...calls, ...own, ...approvalOf(step, plan, replan) }));
  }
  return { success: outcomes.every(({ state }) => state === 'ran'), steps: outcomes };
}

/** Finds the programs of all steps, so that no question is asked about one that cannot run. */
async function locatePlan({ pattern, steps }: PatternPlan, host: CallHost): Promise<PatternQuestion> {
  const located: LocatedStep[] = [];
  for (const step of steps) {
    const call = await locateCall(completeOf(step), host);
    const problem = await host.machine.sandboxProblem(call.sandbox, call.network);
    if (problem !== undefined) throw new ExecutionError(problem);
    located.push({ ...step, call });
  }
  return { pattern, steps: located, hash: `sha256:${digestOf(located.map(({ call }) => call.hash).join('\n'))}` };
}

function completeOf({ check, number }: PlannedStep): CompleteCheck {
  if (check && isComplete(check)) return check;
  throw new ExecutionError(`Step ${number} is no call that could be run.`);
}

/** Passes a call that may not run through `runCall`, which records and refuses it. */
async function refuse(check: NonNullable<PlannedStep['check']>, host: CallHost, declined = false): Promise<never> {
  await runCall(check, { ...host, ...(declined && { ask: async () => false }) });
  throw new ExecutionError('A call ran that was to be refused.');
}

/** Records the refusal for each step that needed approval. @throws for the first of them */
async function decline({ steps }: PatternQuestion, host: CallHost, declined: boolean): Promise<never> {
  const errors: unknown[] = [];
  for (const { call } of steps)
    if (call.decision === 'confirm') await refuse(call, host, declined).catch((error: unknown) => errors.push(error));
  const [error] = errors;
  if (error !== undefined) throw error;
  const [first] = steps;
  if (!first) throw new ExecutionError('The pattern has no steps.');
  const { resolved: call, mapping, argv } = first.call;
  throw new RequiresConfirmationError({ call, mapping, argv, reasons: [AS_A_WHOLE] }, declined);
}

const AS_A_WHOLE =
  'a pattern is asked about as a whole, unless each step is allowed and you wrote "executable": true into it.';

/** The approval of the whole, for one of its steps. */
function approvalOf(
  { number, call }: LocatedStep,
  { pattern }: PatternPlan,
  replan: PatternHost['replan'],
): Pick<CallHost, 'ask' | 'onLocated' | 'recheck' | 'approvedBy'> {
  return {
    onLocated: ({ hash }) => {
      if (hash !== call.hash) throw new ExecutionError(CHANGED);
    },
    ask: async (_question, { hash }) => hash === call.hash,
    approvedBy: `Approved as step ${number} of the pattern ${quoteElement(pattern.name)}.`,
    ...(replan && { recheck: async () => checkOf(await replan(), number) }),
  };
}

function checkOf({ steps }: PatternPlan, number: number): NonNullable<PlannedStep['check']> {
  const check = steps.find((step) => step.number === number)?.check;
  if (!check) throw new ExecutionError(CHANGED);
  return check;
}

const CHANGED =
  'This step would run something else than you approved: an earlier step, or another program, changed it.';

async function runStep({ number, call }: LocatedStep, host: CallHost): Promise<StepOutcome> {
  try {
    const result = await runCall(call, host);
    return { number, state: result.success ? 'ran' : 'failed', result };
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error;
    return { number, state: 'refused', error };
  }
}

/**
 * Describes the steps of a pattern for approval, in lines: each with its decision, every element of its argv, and its
 * reasons. Invisible characters are escaped.
 */
export function describePattern({ pattern, steps }: PatternQuestion): string[] {
  const [first] = steps;
  const count = steps.length === 1 ? 'one step' : `${steps.length} steps, one after the other`;
  return [
    `The pattern ${quoteElement(pattern.name)} is to be run: ${count}.`,
    ...steps.flatMap(({ number, call, reasons }) => [
      `  ${number}. ${call.decision.padEnd(7)}  ${call.argv.map(quoteElement).join(' ')}`,
      `      program   ${quoteElement(call.program.path)}`,
      `      may       ${describeEffects([call.effects])}`,
      ...reasons.map((reason) => `      because   ${escapeUnseen(reason)}`),
    ]),
    ...(first ? [`  in        ${quoteElement(first.call.cwd)}`] : []),
  ];
}
