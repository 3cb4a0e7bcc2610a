import type { ToolCall } from '../types/call.ts';
import type { ExecutionResult, RunOutcome } from '../types/execution.ts';

/** A run's outcome together with the call it answers; a success is exit code 0, in time and not cut. */
export function toExecutionResult(outcome: RunOutcome, call: ToolCall, argv: readonly string[]): ExecutionResult {
  const success = outcome.exitCode === 0 && !outcome.timedOut && !outcome.truncated;
  return { ...outcome, success, command: argv, toolCallId: call.id, toolName: call.name };
}
