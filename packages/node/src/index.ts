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
export type { Environment } from './environment/child-environment.ts';
export { childEnvironment } from './environment/child-environment.ts';
export { createExecutor } from './execute/create-executor.ts';
export type { ExecutableIdentity, IdentifyExecutable } from './executables/executable-identity.ts';
export { createExecutableIdentifier } from './executables/executable-identity.ts';
export type { ExecuteOptions, ExecuteOutcome } from './process/execute-options.ts';
export { executeCommand } from './process/execute-command.ts';
export type { Executable } from './executables/find-executable.ts';
export { findExecutable, resolveExecutable } from './executables/find-executable.ts';
export type { ProbeSettings } from './discovery/ask-program.ts';
export { probeTool } from './discovery/probe-tool.ts';
export type { ToolScan } from './documents/choose-tools.ts';
export { chooseTools } from './documents/choose-tools.ts';
export { readToolDirectories } from './documents/read-tool-directories.ts';
export type { FoundTool, SkipCode, SkippedTool, ToolOrigin, ToolReading } from './documents/tool-document.ts';
export type { XdgPaths } from './environment/xdg-paths.ts';
export { xdgPaths } from './environment/xdg-paths.ts';
