/**
 * What needs a process or a file: discovery, the registry, the sandbox, execution, the audit log.
 *
 * @module @atip/node
 */
export type {
  BatchOutcome,
  CallCheck,
  CallCheckSettings,
  CommandMapping,
  ConfirmationContext,
  DecisionRecord,
  ExecutionEvent,
  ExecutionPolicy,
  ExecutionResult,
  Executor,
  ExecutorConfig,
  FormatOptions,
  FormattedResult,
  PolicyDecision,
  PlantedReport,
  Run,
  RunOptions,
  RunOutcome,
  SandboxMode,
  SandboxReport,
  StopSignal,
  ToolCall,
  ToolCallValidation,
  ToolContext,
} from '@atip/core';
export {
  ArgumentValidationError,
  AtipExecuteError,
  buildCommandArray,
  checkCall,
  checkPolicy,
  createToolContext,
  createValidator,
  defaultPolicyFor,
  ExecutionError,
  expandPattern,
  formatForProvider,
  formatResult,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  mapToCommand,
  POLICY_PRESETS,
  PolicyViolationError,
  parseToolCall,
  policyMatrix,
  RequiresConfirmationError,
  recordCommand,
  restrictTools,
  TimeoutError,
  UnknownCommandError,
  validateToolCall,
} from '@atip/core';
export type {
  AuditDecision,
  AuditEntry,
  AuditEvent,
  AuditExecution,
  AuditPlanted,
  AuditReceipt,
  AuditRecovery,
  AuditRefused,
  AuditTool,
} from './audit/audit-event.ts';
export type { AuditRotation } from './audit/audit-event.ts';
export type { AuditLog, AuditLogSettings } from './audit/create-audit-log.ts';
export { createAuditLog } from './audit/create-audit-log.ts';
export type {
  AuditGone,
  AuditProblem,
  AuditProblemCode,
  AuditVerification,
  VerifyAuditSettings,
} from './audit/read-audit-log.ts';
export { verifyAuditLog } from './audit/read-audit-log.ts';
export type { ProbeSettings } from './discovery/probe-tool.ts';
export type { DescribeProgress, DescribeSettings, ProgramDescription } from './describe/describe-program.ts';
export { describeProgram } from './describe/describe-program.ts';
export { listTools } from './discovery/list-tools.ts';
export type { CanonicalReading, FoundCanonicalTool } from './discovery/probe-tool.ts';
export { probeTool } from './discovery/probe-tool.ts';
export type { ResolvedTool } from './discovery/list-tools.ts';
export { resolveTool } from './discovery/list-tools.ts';
export type { ScanCounts, ScanEvent } from './discovery/scan-tools.ts';
export type { ScanSettings } from './discovery/scan-tools.ts';
export { scanTools } from './discovery/scan-tools.ts';
export type { ToolScan } from './documents/read-tool-directories.ts';
export type { FoundPattern, PatternScan } from './documents/read-patterns.ts';
export type { FoundTool, SkipCode, SkippedTool, ToolOrigin, ToolReading } from './documents/tool-document.ts';
export type { Environment } from './environment/child-environment.ts';
export type { DataPaths, XdgPaths } from './environment/xdg-paths.ts';
export { xdgPaths } from './environment/xdg-paths.ts';
export type { ExecutableIdentity } from './executables/executable-identity.ts';
export type { Executable } from './executables/find-executable.ts';
export type { NodeExecutorConfig } from './execute/create-executor.ts';
export { createExecutor } from './execute/create-executor.ts';
export type { AuditSink, CallRecordSettings } from './execute/record-call.ts';
export { executeCommand } from './process/execute-command.ts';
export type { ExecuteOptions, ExecuteOutcome } from './process/launch.ts';
export type { Launch, WrapLaunch } from './process/launch.ts';
export type { DroppedEntry } from './registry/registry.ts';
export type { RegistryProblem, RegistryReading } from './registry/registry.ts';
export { loadRegistry } from './registry/registry.ts';
export type { Registry, RegistryEntry, RegistrySource } from './registry/registry.ts';
export { saveRegistry } from './registry/update-registry.ts';
export type { RegistryWriteSettings } from './registry/update-registry.ts';
export type { RemoteReport } from './remote/remote-tools.ts';
export type { CreateSandboxSettings } from './sandbox/create-sandbox.ts';
export { createSandbox } from './sandbox/create-sandbox.ts';
export type { Sandbox, SandboxCheck, SandboxPlan, SandboxRequest, SandboxStatus } from './sandbox/sandbox.ts';
export { sandboxStatus } from './sandbox/create-sandbox.ts';
