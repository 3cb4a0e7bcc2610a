/**
 * The stages between a model's call and its result, one by one, and an executor for hosts that bring their own `run`.
 * Pure functions: `@atip/node` exports the same names with processes behind them.
 *
 * @module @atip/core/execute
 */
export { buildCommandArray } from './call/build-command-array.ts';
export { formatForProvider } from './call/format-results.ts';
export { createCatalog, mapToCommand } from './commands/commands-by-name.ts';
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
} from './json/execute-errors.ts';
export {
  type BatchSettings,
  type ExecuteSettings,
  type Executor,
  type ExecutorConfig,
  createExecutor,
} from './call/create-executor.ts';
export { type FormatOptions, type RunSettings, formatResult } from './call/format-result.ts';
export { validateToolCall } from './call/validate-tool-call.ts';
export { checkPolicy } from './policy/check-policy.ts';
