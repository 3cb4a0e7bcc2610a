/**
 * The parts of ATIP that need processes or files: discovery, the registry, the sandbox, execution, the audit log.
 *
 * @module @atip/node
 */
export {
  type ConfirmationContext,
  type Conversation,
  type ExecutionPolicy,
  type SandboxReport,
  type ToolCall,
  parseToolCall,
} from '@atip/core';
export {
  ArgumentValidationError,
  AtipExecuteError,
  buildCommandArray,
  checkPolicy,
  ExecutionError,
  formatForProvider,
  formatResult,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  createCatalog,
  mapToCommand,
  mergeEffects,
  PolicyViolationError,
  RequiresConfirmationError,
  TimeoutError,
  UnknownCommandError,
  validateToolCall,
} from '@atip/core/execute';
export type { AuditEntry, AuditEvent } from './record/audit-event.ts';
export { type AuditLog, type AuditLogSettings, createAuditLog } from './record/create-audit-log.ts';
export { type AuditGone, type AuditVerification, verifyAuditLog } from './record/read-audit-log.ts';
export type { Asking } from './discover/run-question.ts';
export { probeTool } from './discover/probe-tool.ts';
export { type DescribeSettings, type ProgramDescription, describeProgram } from './discover/describe-program.ts';
export type { HelpQuestion } from './discover/ask-help.ts';
export { listTools, type ResolvedTool, resolveTool } from './discover/list-tools.ts';
export { type ScanEvent, type ScanSettings, scanTools } from './discover/scan-tools.ts';
export type { ToolScan } from './documents/read-tool-directories.ts';
export type { FoundTool, SignatureReport, SkippedTool, ToolOrigin, ToolReading } from './documents/tool-document.ts';
export type { Signer } from './trust/signers.ts';
export type { Environment } from './process/child-environment.ts';
export { type XdgPaths, xdgPaths } from './process/xdg-paths.ts';
export type { Executable } from './executables/find-executable.ts';
export type { LoginAnswer, LoginQuestion } from './run/tool-grant.ts';
export {
  type LoadedConfiguration,
  loadConfiguration,
  originOf,
  type Settings,
  withPolicy,
} from './configuration/load-configuration.ts';
export {
  createLineJudge,
  describeLine,
  type LineAnswer,
  type LineJudge,
  type LineJudgeSettings,
  type PartAnswer,
} from './run/judge-line.ts';
export type { GivenDelegation } from './configuration/delegations.ts';
export type { Configuration } from './configuration/configuration-fields.ts';
export type { ConfigurationProblem } from './configuration/read-configuration.ts';
export type { ServedResult, ServedTools } from './run/served-tools.ts';
export { type NodeExecutor, type NodeExecutorConfig, createExecutor } from './run/create-executor.ts';
export type { AuditSink, CallRecordSettings } from './run/record-call.ts';
export { createHost, type Host, type HostOptions } from './run/host.ts';
export { executeCommand } from './process/execute-command.ts';
export type { CommandOptions, ExecuteOptions, ExecuteOutcome, Launch, WrapLaunch } from './process/launch-types.ts';
export { createSandbox } from './sandbox/create-sandbox.ts';
export type { Sandbox, SandboxRequest, SandboxStatus } from './sandbox/sandbox.ts';
