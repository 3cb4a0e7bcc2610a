import { callEffects } from '../commands/call-effects.ts';
import { findCommand } from '../commands/command-index.ts';
import { mapToCommand } from '../commands/map-to-command.ts';
import { resolveAction } from '../commands/resolve-action.ts';
import { ArgumentValidationError, ExecutionError, UnknownCommandError } from '../errors/execute-errors.ts';
import { validateToolCall } from '../input/validate-tool-call.ts';
import { withPolicyDefaults } from '../policy/check-policy.ts';
import { sandboxModeFor } from '../policy/sandbox-mode.ts';
import { trustSourceOf } from '../policy/trust.ts';
import { createResultFilter } from '../redact/create-result-filter.ts';
import type { ToolCall } from '../types/call.ts';
import type { FormattedResult, Run, RunOptions, StopSignal } from '../types/execution.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { DecisionRecord, ExecutionPolicy, PolicyDecision } from '../types/policy.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { ResultFilterOptions } from '../types/redaction.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import type { ToolCallValidation } from '../types/validation.ts';
import { canOverlap } from './can-overlap.ts';
import { checkCall } from './check-call.ts';
import { maxOutputFor, timeoutFor } from './execution-limits.ts';
import { formatResult } from './format-result.ts';
import { prepareCall } from './prepare-call.ts';
import { type BatchOutcome, runBatch } from './run-batch.ts';
import { type ExecutionEvent, streamRun } from './stream-run.ts';
import { toExecutionResult } from './to-execution-result.ts';

export interface ExecutorConfig {
  readonly tools: AtipTool[];
  /** Over `EXECUTION_POLICY_DEFAULTS`. */
  readonly policy?: ExecutionPolicy;
  readonly execution?: {
    readonly cwd?: string;
    /** In ms, > 0, at most 10 minutes. Absent: the tool's `effects.duration.timeout`, else 30 s. */
    readonly timeout?: number;
    /** Bytes per stream, > 0, at most 10 MiB. Absent: 1 MiB. */
    readonly maxOutput?: number;
    readonly signal?: StopSignal;
    /** Names of the variables that processes will have: a required option whose `envVar` is one need not be in a call. */
    readonly environment?: ReadonlySet<string>;
  };
  readonly output?: ResultFilterOptions;
  /** How the tools were compiled: with `action` a call names a group and chooses one of its commands. Absent: `discrete`. */
  readonly strategy?: CompileSettings['strategy'];
  /** Gets every decision before anything follows from it and is waited for; a call whose decision it cannot keep does not run. */
  readonly onDecision?: (record: DecisionRecord) => void | Promise<void>;
  /** Starts processes. Absent, as in an edge worker: everything but running works. */
  readonly run?: Run;
}

/** Takes model calls through validation, policy and confirmation to a redacted result. */
export interface Executor {
  execute(call: ToolCall): Promise<FormattedResult>;
  /** Every call's outcome, in the order of the calls; only those that cannot conflict run at the same time. */
  executeBatch(calls: readonly ToolCall[]): Promise<BatchOutcome[]>;
  /** Redacted output as it arrives, then the result; leaving the loop early ends the run. */
  executeStream(call: ToolCall): AsyncIterable<ExecutionEvent>;
  /**
   * What `execute` would say of the arguments, so that a parameter which the command has not is an error.
   *
   * @throws AtipValidationError when a tool's metadata cannot be read
   */
  validate(call: ToolCall): ToolCallValidation;
  /** @throws UnknownCommandError */
  checkPolicy(call: ToolCall): PolicyDecision;
  /** @throws UnknownCommandError */
  mapCommand(name: string): CommandMapping;
  getMetadata(name: string): AtipCommand | undefined;
}

/**
 * Builds an executor over a set of tools; the host brings `run`, the only thing here that touches the world.
 *
 * Its promises reject with the errors of `prepareCall`; `execute` also with ExecutionError when no process can be started
 * or the run was stopped before it began. A process that fails or runs out of time is a result, not an error.
 *
 * @throws RangeError when `output.maxLength` is not a whole number above 0
 * @see ATIP 0.3 §6, §7, §11
 */
export function createExecutor({
  tools,
  policy,
  execution = {},
  output = {},
  strategy,
  onDecision,
  run,
}: ExecutorConfig): Executor {
  const rules: ExecutionPolicy = withPolicyDefaults(policy);
  // Here and not after the first run: settings that cannot work are found before anything happens.
  const filter = createResultFilter(tools, output);
  const { cwd, signal, environment } = execution;
  const resolve = (call: ToolCall): ToolCall => (strategy === 'action' ? resolveAction(call, tools) : call);

  const settings = { policy: rules, environment, onDecision };

  const start = async (call: ToolCall, extra: Partial<RunOptions>): Promise<FormattedResult> => {
    const stop = extra.signal ?? signal;
    assertNotStopped(stop);
    const { mapping, argv, interactive } = await prepareCall(resolve(call), tools, settings);
    if (!run)
      throw new ExecutionError('This executor was created without `run`: it can check calls but not run them here.');
    assertNotStopped(stop);
    const limits = {
      timeout: timeoutFor(mapping.effects, execution.timeout),
      maxOutput: maxOutputFor(execution.maxOutput),
    };
    const outcome = await run(argv, {
      ...(cwd !== undefined && { cwd }),
      ...(signal && { signal }),
      ...(interactive && { interactive }),
      sandbox: sandboxModeFor(rules, trustSourceOf(mapping.tool)),
      call: { id: call.id, mapping },
      ...limits,
      ...extra,
    });
    return formatResult(toExecutionResult(outcome, call, argv), { ...output, tools, limits });
  };
  const validate = (call: ToolCall, mapping: CommandMapping): ToolCallValidation =>
    validateToolCall(call, mapping, { refuseExtra: true, ...(environment && { environment }) });
  const check = (asked: ToolCall): PolicyDecision => {
    const call = resolve(asked);
    const mapping = mapToCommand(call.name, tools);
    return checkCall(call, mapping, validate(call, mapping).arguments, rules);
  };
  // Two questions to one person at the same time would be answered for each other.
  const overlaps = (asked: ToolCall): boolean => {
    const call = resolve(asked);
    return canOverlap(callEffects(mapToCommand(call.name, tools), call.arguments)) && check(asked).decision === 'allow';
  };

  return {
    execute: (call) => start(call, {}),
    executeBatch: (calls) => runBatch(calls, overlaps, (call) => start(call, {})),
    executeStream: (call) => streamRun(call, { filter, signal, start }),
    validate: (call) =>
      settle(() => {
        const resolved = resolve(call);
        return validate(resolved, mapToCommand(resolved.name, tools));
      }),
    checkPolicy: check,
    mapCommand: (name) => mapToCommand(name, tools),
    getMetadata: (name) => findCommand(name, tools)?.metadata,
  };
}

/** A person must not be asked about, nor a process started for, what was already called off. */
function assertNotStopped(signal: StopSignal | undefined): void {
  if (signal?.aborted) throw new ExecutionError('The run was stopped before its process was started.');
}

/** A call of no command, or of no action, is an answer here and no error. */
function settle(validate: () => ToolCallValidation): ToolCallValidation {
  const refused = { valid: false, warnings: [], arguments: {} };
  try {
    return validate();
  } catch (error) {
    if (error instanceof ArgumentValidationError) return { ...refused, errors: error.errors };
    if (!(error instanceof UnknownCommandError)) throw error;
    return { ...refused, errors: [{ code: 'UNKNOWN_COMMAND', message: error.message, parameter: '' }] };
  }
}
