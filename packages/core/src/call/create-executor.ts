import { type Catalog, createCatalog, mapToCommand } from '../commands/commands-by-name.ts';
import { isReadOnly } from '../effects/safety-flags.ts';
import { ExecutionError, locateError, TimeoutError } from '../json/execute-errors.ts';
import { withPolicyDefaults } from '../policy/check-policy.ts';
import { createResultFilter } from '../redact/create-result-filter.ts';
import type { ToolCall } from '../types/call.ts';
import type {
  BatchOutcome,
  ExecutionEvent,
  FormattedResult,
  RunPort,
  RunOptions,
  StopSignal,
} from '../types/execution.ts';
import type { DecisionRecord, ExecutionPolicy, PolicyDecision } from '../types/policy.ts';
import type { ResultFilterOptions } from '../types/redaction.ts';
import type { AtipCommand, AtipEffects, AtipTool, CommandMapping } from '../types/tool.ts';
import type { Check, CheckSettings, ServedCheck, ToolCallValidation } from '../types/validation.ts';
import { createCallOutputs, resolveInput, openRun, type RunSettings, timeoutFor } from './format-result.ts';
import { checkCall, decisionOf, questionOf, refusalOf, wantedInput } from './check-call.ts';

export interface ExecutorConfig {
  /** A list, or one tool. */
  readonly tools: AtipTool | readonly AtipTool[];
  /** Merged over its preset, or `standard`. */
  readonly policy?: ExecutionPolicy;
  readonly execution?: {
    readonly cwd?: string | undefined;
    /** In ms, > 0, at most a day. Absent: the tool's `effects.duration.timeout`, else 10 minutes. */
    readonly timeout?: number | undefined;
    /** Bytes per stream, > 0, at most 10 MiB. Absent: 1 MiB. */
    readonly maxOutput?: number | undefined;
    readonly signal?: StopSignal | undefined;
    /** True: a timed-out run rejects with TimeoutError, which has the result. Absent: it resolves with `timedOut`. */
    readonly throwOnTimeout?: boolean | undefined;
    /**
     * Names of variables in the processes' environment: a required option with such an `envVar` may be missing in a
     * call.
     */
    readonly environment?: ReadonlySet<string> | undefined;
  };
  readonly output?: ResultFilterOptions;
  /**
   * The strategy that the tools were compiled with: with `action` a call names a group and chooses one of its commands.
   * Absent: `discrete`.
   */
  readonly strategy?: CheckSettings['strategy'] | undefined;
  /** Separator in the names that the tools were compiled with. Absent: `_`. */
  readonly separator?: CheckSettings['separator'] | undefined;
  /** As in `checkCall`: an unknown parameter is dropped. */
  readonly allowExtra?: boolean | undefined;
  /** As in `checkCall`: values are not checked, for calls that the host made itself. */
  readonly skipValidation?: boolean | undefined;
  /** Only `false` is allowed: no call runs in a shell. */
  readonly shell?: boolean;
  /** Called with every decision before it takes effect, and awaited; if it fails, the call does not run. */
  readonly onDecision?: (record: DecisionRecord) => void | Promise<void>;
  /** Starts processes. Absent, as in an edge worker: every other method works. */
  readonly run?: RunPort;
}

/** Settings of one call; each overrides the executor's. */
export interface ExecuteSettings {
  /** Absolute; the check uses it too. Absent: the executor's. */
  readonly cwd?: string | undefined;
  /** In ms, > 0, at most a day. Absent: the executor's. */
  readonly timeout?: number | undefined;
  /** Stops this call's run, in addition to the executor's own signal. */
  readonly signal?: StopSignal | undefined;
  /** Asks a person about this call. Absent: the policy's handler. */
  readonly confirmationHandler?: NonNullable<ExecutionPolicy['confirmationHandler']> | undefined;
  /** Gets redacted output as it arrives. */
  readonly onOutput?: RunOptions['onOutput'] | undefined;
}

export interface BatchSettings extends Omit<ExecuteSettings, 'onOutput'> {
  /** Gets redacted output of each call as it arrives. */
  readonly onOutput?: ((call: ToolCall, stream: 'stdout' | 'stderr', text: string) => void | Promise<void>) | undefined;
}

/** Takes model calls through validation, policy and approval to a redacted result. */
export interface Executor {
  execute(call: ToolCall, settings?: ExecuteSettings): Promise<FormattedResult>;
  /** Every call's outcome, in the order of the calls; only calls that cannot conflict run at the same time. */
  executeBatch(calls: readonly ToolCall[], settings?: BatchSettings): Promise<BatchOutcome[]>;
  /** Redacted output as it arrives, then the result; leaving the loop early ends the run. */
  executeStream(call: ToolCall, settings?: Omit<ExecuteSettings, 'onOutput'>): AsyncIterable<ExecutionEvent>;
  /** Everything about a call before it runs. */
  check(call: ToolCall, settings?: ExecuteSettings): Check | ServedCheck;
  /**
   * Validates the arguments as `execute` does: an unknown parameter is an error.
   *
   * @throws AtipValidationError when a tool's document cannot be read
   */
  validate(call: ToolCall): ToolCallValidation;
  /** @throws UnknownCommandError, ArgumentValidationError */
  checkPolicy(call: ToolCall): PolicyDecision;
  /** @throws UnknownCommandError */
  mapCommand(name: string): CommandMapping;
  getMetadata(name: string): AtipCommand | undefined;
}

/**
 * Builds an executor over a set of tools. The host supplies `run`, the only part that starts processes.
 *
 * Its promises reject with UnknownCommandError, ArgumentValidationError, InsufficientTrustError,
 * InteractiveNotSupportedError, PolicyViolationError or RequiresConfirmationError for a call that does not run, and
 * with ExecutionError when no process can be started or the run was stopped before it began. A process that fails or
 * runs out of time is a result, not an error, unless `throwOnTimeout` asks for a TimeoutError.
 *
 * @throws RangeError when `output.maxLength` is not a whole number above 0
 * @throws ExecutionError when `shell` is true
 * @see ATIP 0.3 §6, §7, §11
 * @example
 * ```ts
 * import { type AtipTool, type RunPort, type ToolCall } from '@atip/core';
 * import { createExecutor } from '@atip/core/execute';
 * declare const git: AtipTool, run: RunPort, call: ToolCall;
 * const executor = createExecutor({ tools: [git], run, policy: { allowNetwork: false } });
 * const { content, success } = await executor.execute(call);
 * ```
 */
export function createExecutor(config: ExecutorConfig): Executor {
  const { policy, execution = {}, output = {}, strategy, separator, allowExtra, skipValidation } = config;
  const catalog = createCatalog(config.tools);
  const { tools } = catalog;
  assertNoShell(config.shell);
  const rules = withPolicyDefaults(policy);
  // Throws early for settings that cannot work.
  createResultFilter(tools, output);
  const { cwd, timeout, maxOutput, signal, environment, throwOnTimeout } = execution;
  const outputs = createCallOutputs();
  return executorOf({
    catalog,
    separator,
    signal,
    timeout,
    throwOnTimeout,
    check: (call, settings = {}) => {
      const directory = settings.cwd ?? cwd;
      return checkCall(call, catalog, rules, {
        strategy,
        separator,
        environment,
        allowExtra,
        skipValidation,
        directories: directory === undefined ? undefined : { cwd: directory },
      });
    },
    run: (check, settings) =>
      runHere(check, rules, config, { cwd, timeout, maxOutput, output, outputs, tools, ...settings }),
  });
}

/** The stages of a call on a host, from which `executorOf` makes all methods. */
interface ExecutorWay {
  readonly catalog: Catalog;
  readonly separator?: CheckSettings['separator'] | undefined;
  /** Stops every run. */
  readonly signal?: StopSignal | undefined;
  /** As in `ExecutorConfig`. */
  readonly timeout?: number | undefined;
  readonly throwOnTimeout?: boolean | undefined;
  readonly check: Executor['check'];
  /** From the check to the result; rejects for a call that does not run. */
  readonly run: (check: Check | ServedCheck, settings: ExecuteSettings) => Promise<FormattedResult>;
}

/** Builds an executor from a host's check and run. */
export function executorOf({ catalog, separator, signal, timeout, throwOnTimeout, check, run }: ExecutorWay): Executor {
  const start: Executor['execute'] = async (call, settings = {}) => {
    const { stop, ...own } = withParent(settings, signal);
    const checked = check(call, own);
    try {
      const result = await run(checked, own);
      if (throwOnTimeout !== true || !result.raw.timedOut) return result;
      throw new TimeoutError(timeoutFor(checked.effects ?? {}, own.timeout ?? timeout), result);
    } catch (error) {
      throw locateError(error, checked);
    } finally {
      stop();
    }
  };
  return {
    execute: start,
    executeBatch: (calls, { onOutput, ...settings } = {}) =>
      runBatch(
        calls,
        (call) => overlaps(check(call, settings)),
        (call) => start(call, { ...settings, onOutput: onOutput && ((...output) => onOutput(call, ...output)) }),
      ),
    executeStream: (call, settings) =>
      streamRun(settings?.signal, async (extra) => start(call, { ...settings, ...extra })),
    check,
    validate(call) {
      const checked = check(call);
      const { warnings } = checked;
      return checked.ok
        ? { valid: true, errors: [], warnings, arguments: checked.arguments }
        : { valid: false, errors: checked.problems, warnings, arguments: {} };
    },
    checkPolicy(call) {
      const checked = check(call);
      if (!checked.ok) throw refusalOf(checked);
      return decisionOf(checked);
    },
    mapCommand: (name) => mapToCommand(name, catalog, { separator }),
    getMetadata: (name) => catalog.commands(separator).get(name)?.metadata,
  };
}

/**
 * True if two calls may not overlap: a person can answer one question at a time, and a call may read an earlier one's
 * output.
 */
function overlaps(check: Check | ServedCheck): boolean {
  if (check.decision !== 'allow') return false;
  return canOverlap(check.effects) && (check.stdin === undefined || 'text' in check.stdin);
}

/** The settings with a signal that stops when the executor's does; `stop` removes the listeners. */
function withParent(
  settings: ExecuteSettings,
  parent: StopSignal | undefined,
): ExecuteSettings & { readonly stop: () => void } {
  const { signal: own } = settings;
  const signal = own ?? parent;
  if (!signal) return { ...settings, stop: () => undefined };
  if (!own || !parent || own === parent) return { ...settings, signal, stop: () => undefined };
  const both = createStop(own);
  parent.addEventListener('abort', both.stop, { once: true });
  if (parent.aborted) both.stop();
  return {
    ...settings,
    signal: both.signal,
    stop() {
      parent.removeEventListener('abort', both.stop);
      own.removeEventListener('abort', both.stop);
    },
  };
}

/**
 * Refuses a shell, in which a value could become a second command.
 *
 * @throws ExecutionError that names the way to run a line
 */
export function assertNoShell(shell: unknown): void {
  if (shell === undefined || shell === false) return;
  throw new ExecutionError(
    'No call runs in a shell: its arguments could become commands. A line for a shell runs with `atip run --line LINE`, which judges every command in it and holds them in one sandbox.',
  );
}

/** Asks a person if needed and runs the call, on a host that only has `run`. */
async function runHere(
  check: Check | ServedCheck,
  policy: ExecutionPolicy,
  { run, onDecision }: ExecutorConfig,
  { confirmationHandler = policy.confirmationHandler, ...settings }: RunSettings & ExecuteSettings,
): Promise<FormattedResult> {
  assertNotStopped(settings.signal);
  if (!check.ok) throw refusalOf(check);
  const question = questionOf(check);
  const ask = check.decision === 'confirm' ? confirmationHandler : undefined;
  let approved: boolean | undefined;
  try {
    const input = ask && resolveInput(check, settings.outputs);
    if (ask) approved = (await ask({ ...question, stdin: input?.text })) === true;
  } finally {
    // Reported even without an answer, so that the question is on record.
    const { reasons: _reasons, ...asked } = question;
    await onDecision?.({ ...asked, decision: decisionOf(check), approved });
  }
  const refusal = approved ? undefined : refusalOf(check, approved === false);
  if (refusal) throw refusal;
  if (!run)
    throw new ExecutionError('This executor was created without `run`: it can check calls but not run them here.');
  assertNotStopped(settings.signal);
  const { argv, options, end } = openRun(check, settings);
  return end(await run(argv, options)).format();
}

/** A cancelled call must neither cause a question nor start a process. */
export function assertNotStopped(signal: StopSignal | undefined): void {
  if (signal?.aborted) throw new ExecutionError('The run was stopped before its process was started.');
}

/**
 * True if a command may run beside others of its kind: it states that it only reads and needs no person at a terminal.
 *
 * Shape: `{ filesystem: { write: false }, network: false }` → true. One that uses the network also has to state that it
 * destroys nothing, is idempotent, and creates, modifies and deletes nothing: a request can change remote state.
 * Unknown effects may conflict; `paths` are only hints.
 *
 * @see ATIP 0.3 §3.6, §7.3
 */
export function canOverlap(effects: AtipEffects): boolean {
  const { network, destructive, idempotent, creates, modifies, deletes } = effects;
  const onlyAsks =
    network === true &&
    destructive === false &&
    idempotent === true &&
    [creates, modifies, deletes].every((list) => list?.length === 0);
  return isReadOnly(onlyAsks ? { ...effects, network: false } : effects) && wantedInput(effects, false) === undefined;
}

/** A slow reader pauses the run after at most its output limit; leaving the loop stops it. */
async function* streamRun(
  parent: StopSignal | undefined,
  start: (extra: Required<Pick<RunOptions, 'signal' | 'onOutput'>>) => Promise<FormattedResult>,
): AsyncGenerator<ExecutionEvent, void> {
  const { signal, stop } = createStop(parent);
  const waiting: ExecutionEvent[] = [];
  let wake: () => void = () => undefined;
  let settled: Promise<FormattedResult> | undefined;

  const running = start({
    signal,
    onOutput: (type, text) => {
      waiting.push({ type, text });
      wake();
    },
  });
  const settle = (): void => {
    settled = running;
    wake();
  };
  running.then(settle, settle);

  try {
    while (settled === undefined || waiting.length > 0) {
      const event = waiting.shift();
      if (event) yield event;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    yield { type: 'result', result: await settled };
  } finally {
    stop();
  }
}

/** A stop signal, because core has no `AbortController`; it also stops when `parent` does. */
export function createStop(parent: StopSignal | undefined): { signal: StopSignal; stop: () => void } {
  const listeners = new Set<() => void>();
  let aborted = parent?.aborted === true;
  const stop = (): void => {
    if (aborted) return;
    aborted = true;
    parent?.removeEventListener('abort', stop);
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  parent?.addEventListener('abort', stop, { once: true });
  const signal: StopSignal = {
    get aborted() {
      return aborted;
    },
    addEventListener: (_type, listener) => {
      listeners.add(listener);
    },
    removeEventListener: (_type, listener) => {
      listeners.delete(listener);
    },
  };
  return { signal, stop };
}

/** Most runs at the same time, so that a batch of a hundred does not start a hundred processes at once. */
const MAX_RUNS = 4;

/**
 * Runs calls in their order, neighbours at the same time where `overlaps` allows it.
 *
 * A call that may change something starts after everything before it has ended, and ends before anything after it
 * starts. Limits: 4 runs at the same time. Never rejects: an error is its call's outcome.
 *
 * @see ATIP 0.3 §7.3
 */
async function runBatch(
  calls: readonly ToolCall[],
  overlaps: (call: ToolCall) => boolean,
  start: (call: ToolCall) => Promise<FormattedResult>,
): Promise<BatchOutcome[]> {
  if (!Array.isArray(calls)) throw new TypeError('The calls must be a list, as parseToolCall gives it.');
  const outcomes: BatchOutcome[] = [];
  let waiting: ToolCall[] = [];
  for (const call of calls) {
    if (isSure(overlaps, call)) {
      waiting.push(call);
      continue;
    }
    outcomes.push(...(await runGroup(waiting, start)), await settle(call, start));
    waiting = [];
  }
  return [...outcomes, ...(await runGroup(waiting, start))];
}

function isSure(overlaps: (call: ToolCall) => boolean, call: ToolCall): boolean {
  try {
    return overlaps(call);
  } catch {
    // Starting the call throws the same error, which becomes its outcome.
    return false;
  }
}

async function runGroup(
  group: readonly ToolCall[],
  start: (call: ToolCall) => Promise<FormattedResult>,
): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  // Each worker takes the next call when its own is done.
  const queue = group.entries();
  const work = async (): Promise<void> => {
    for (const [index, call] of queue) outcomes[index] = await settle(call, start);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_RUNS, group.length) }, work));
  return outcomes;
}

async function settle(call: ToolCall, start: (call: ToolCall) => Promise<FormattedResult>): Promise<BatchOutcome> {
  try {
    return { ok: true, call, result: await start(call) };
  } catch (error) {
    return { ok: false, call, error: error instanceof Error ? error : new ExecutionError(String(error)) };
  }
}
