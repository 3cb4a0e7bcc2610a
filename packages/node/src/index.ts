export type {
  BatchOutcome,
  CommandMapping,
  ExecutionEvent,
  ExecutionPolicy,
  ExecutionResult,
  Executor,
  ExecutorConfig,
  FormatOptions,
  FormattedResult,
  PolicyDecision,
  Run,
  RunOptions,
  RunOutcome,
  ToolCallValidation,
} from '@atip/core';
export {
  ArgumentValidationError,
  AtipExecuteError,
  buildCommandArray,
  checkPolicy,
  EXECUTION_LIMITS,
  EXECUTION_POLICY_DEFAULTS,
  ExecutionError,
  formatForProvider,
  formatResult,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  mapToCommand,
  PolicyViolationError,
  parseToolCall,
  RequiresConfirmationError,
  TimeoutError,
  UnknownCommandError,
  validateToolCall,
} from '@atip/core';
export type { Environment } from './child-environment.ts';
export { childEnvironment } from './child-environment.ts';
export { createExecutor } from './create-executor.ts';
export type { ExecutableIdentity, IdentifyExecutable } from './executable-identity.ts';
export { createExecutableIdentifier } from './executable-identity.ts';
export type { ExecuteOptions } from './execute-command.ts';
export { executeCommand } from './execute-command.ts';
export type { Executable } from './find-executable.ts';
export { findExecutable, resolveExecutable } from './find-executable.ts';
export type { ProbeSettings } from './probe-tool.ts';
export { probeTool } from './probe-tool.ts';
export type { ToolScan } from './read-tool-directories.ts';
export { chooseTools, readToolDirectories } from './read-tool-directories.ts';
export type { FoundTool, SkipCode, SkippedTool, ToolOrigin, ToolReading } from './tool-document.ts';
export type { XdgPaths } from './xdg-paths.ts';
export { xdgPaths } from './xdg-paths.ts';
