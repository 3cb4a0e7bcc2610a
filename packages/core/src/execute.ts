/**
 * The stages between a model's call and its result, one by one, and an executor for hosts that bring their own `run`.
 * Pure functions: `@atip/node` exports the same names with processes behind them.
 *
 * @module @atip/core/execute
 */
export { buildCommandArray } from './argv/build-command-array.ts';
export { formatForProvider } from './calls/handle-tool-result.ts';
export { mapToCommand } from './commands/map-to-command.ts';
export { mergeEffects } from './effects/merge-effects.ts';
export {
  ArgumentValidationError,
  AtipExecuteError,
  ExecutionError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  PolicyViolationError,
  RequiresConfirmationError,
  TimeoutError,
  UnknownCommandError,
} from './errors/execute-errors.ts';
export type { BatchSettings, ExecuteSettings, Executor, ExecutorConfig } from './execute/create-executor.ts';
export { createExecutor } from './execute/create-executor.ts';
export type { FormatOptions, RunCheckedSettings } from './execute/format-result.ts';
export { formatResult } from './execute/format-result.ts';
export { validateToolCall } from './input/validate-tool-call.ts';
export { checkPolicy } from './policy/check-policy.ts';
