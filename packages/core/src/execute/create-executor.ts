import { findCommand } from '../commands/command-index.ts';
import { mapToCommand } from '../commands/map-to-command.ts';
import { ExecutionError } from '../errors/execute-errors.ts';
import { validateToolCall } from '../input/validate-tool-call.ts';
import { checkPolicy, withPolicyDefaults } from '../policy/check-policy.ts';
import type { ToolCall } from '../types/call.ts';
import type { FormattedResult, Run, RunOptions, StopSignal } from '../types/execution.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { ExecutionPolicy, PolicyDecision } from '../types/policy.ts';
import type { ResultFilterOptions } from '../types/redaction.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import type { ToolCallValidation } from '../types/validation.ts';
import { type BatchOutcome, runBatch } from './run-batch.ts';
import { maxOutputFor, timeoutFor } from './execution-limits.ts';
import { formatResult } from './format-result.ts';
import { prepareCall } from './prepare-call.ts';
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
  };
  readonly output?: ResultFilterOptions;
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
  validate(call: ToolCall): ToolCallValidation;
  checkPolicy(call: ToolCall): PolicyDecision;
  mapCommand(name: string): CommandMapping;
  getMetadata(name: string): AtipCommand | undefined;
}

/**
 * Builds an executor over a set of tools; the host brings `run`, the only thing here that touches the world.
 *
 * Its methods reject with the errors of `prepareCall`; `execute` also with ExecutionError when no process can be started.
 * A process that fails or runs out of time is a result, not an error.
 *
 * @see ATIP 0.3 §6, §7, §11
 */
export function createExecutor({ tools, policy, execution = {}, output = {}, run }: ExecutorConfig): Executor {
  const rules: ExecutionPolicy = withPolicyDefaults(policy);

  const start = async (call: ToolCall, extra: Partial<RunOptions>): Promise<FormattedResult> => {
    const { mapping, argv } = await prepareCall(call, tools, rules);
    if (!run)
      throw new ExecutionError('This executor was created without `run`: it can check calls but not run them here.');
    const limits = {
      timeout: timeoutFor(mapping.effects, execution.timeout),
      maxOutput: maxOutputFor(execution.maxOutput),
    };
    const outcome = await run(argv, {
      ...(execution.cwd !== undefined && { cwd: execution.cwd }),
      ...(execution.signal && { signal: execution.signal }),
      ...limits,
      ...extra,
    });
    return formatResult(toExecutionResult(outcome, call, argv), { ...output, tools, limits });
  };

  return {
    execute: (call) => start(call, {}),
    executeBatch: (calls) => runBatch(calls, tools, (call) => start(call, {})),
    executeStream: (call) => streamRun(call, { tools, output, signal: execution.signal, start }),
    validate(call) {
      const command = findCommand(call.name, tools);
      if (command) return validateToolCall(call, mapToCommand(call.name, tools));
      const message = `No tool has a command called ${JSON.stringify(call.name)}.`;
      return {
        valid: false,
        errors: [{ code: 'UNKNOWN_COMMAND', message, parameter: '' }],
        warnings: [],
        arguments: {},
      };
    },
    checkPolicy: (call) => checkPolicy(call, mapToCommand(call.name, tools), rules),
    mapCommand: (name) => mapToCommand(name, tools),
    getMetadata: (name) => findCommand(name, tools)?.metadata,
  };
}
