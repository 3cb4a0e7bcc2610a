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
  EXECUTION_LIMITS,
  EXECUTION_POLICY_DEFAULTS,
  ExecutionError,
  expandPattern,
  formatForProvider,
  formatResult,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  mapToCommand,
  maxOutputFor,
  POLICY_PRESETS,
  PolicyViolationError,
  parseToolCall,
  policyMatrix,
  RequiresConfirmationError,
  recordCommand,
  restrictTools,
  sandboxModeFor,
  TimeoutError,
  timeoutFor,
  toExecutionResult,
  UnknownCommandError,
  validateToolCall,
  withPolicyDefaults,
} from '@atip/core';
export type {
  AuditDecision,
  AuditDropped,
  AuditEntry,
  AuditEvent,
  AuditExecution,
  AuditPlanted,
  AuditReceipt,
  AuditRecovery,
  AuditRefused,
  AuditTool,
} from './audit/audit-event.ts';
export { AuditLogError } from './audit/audit-log-error.ts';
export type { AuditRotation } from './audit/audit-files.ts';
export type { AuditLog, AuditLogSettings } from './audit/create-audit-log.ts';
export { createAuditLog } from './audit/create-audit-log.ts';
export { readAuditLog } from './audit/read-audit-log.ts';
export type {
  AuditGone,
  AuditProblem,
  AuditProblemCode,
  AuditVerification,
  VerifyAuditSettings,
} from './audit/verify-audit-log.ts';
export { verifyAuditLog } from './audit/verify-audit-log.ts';
export type { CallQuestion } from './confirmation/describe-confirmation.ts';
export { describeConfirmation } from './confirmation/describe-confirmation.ts';
export { describeEffects } from './confirmation/describe-effects.ts';
export { escapeLine } from './confirmation/escape-line.ts';
export { quoteElement } from './confirmation/quote-element.ts';
export type { ProbeSettings } from './discovery/ask-program.ts';
export type { DiscoverCommandsSettings } from './discovery/discover-commands.ts';
export type { DescribeProgress, DescribeSettings, ProgramDescription } from './describe/describe-program.ts';
export { describeProgram } from './describe/describe-program.ts';
export { saveDescription } from './discovery/saved-description.ts';
export { discoverCommands } from './discovery/discover-commands.ts';
export { listTools } from './discovery/list-tools.ts';
export type { CanonicalReading, FoundCanonicalTool } from './discovery/probe-canonical.ts';
export { probeCanonical } from './discovery/probe-canonical.ts';
export { probeTool } from './discovery/probe-tool.ts';
export type { ResolvedTool } from './discovery/resolve-tool.ts';
export { resolveTool } from './discovery/resolve-tool.ts';
export type { ScanCounts, ScanEvent } from './discovery/scan-events.ts';
export type { ScanSettings } from './discovery/scan-settings.ts';
export { scanTools } from './discovery/scan-tools.ts';
export type { ToolScan } from './documents/choose-tools.ts';
export { chooseTools } from './documents/choose-tools.ts';
export type { FoundPattern, PatternScan } from './documents/read-patterns.ts';
export { readPatterns } from './documents/read-patterns.ts';
export { describeClaims, toolsToRun } from './documents/trust-at.ts';
export type { ToolDirectories } from './documents/read-tool-directories.ts';
export { readToolDirectories } from './documents/read-tool-directories.ts';
export type { FoundTool, SkipCode, SkippedTool, ToolOrigin, ToolReading } from './documents/tool-document.ts';
export type { Environment } from './environment/child-environment.ts';
export { childEnvironment } from './environment/child-environment.ts';
export { toolEnvironment } from './environment/tool-environment.ts';
export type { DataPaths, XdgPaths } from './environment/xdg-paths.ts';
export { xdgPaths } from './environment/xdg-paths.ts';
export type { ExecutableIdentity, IdentifyExecutable } from './executables/executable-identity.ts';
export { createExecutableIdentifier } from './executables/executable-identity.ts';
export type { Executable } from './executables/find-executable.ts';
export { findExecutable, resolveExecutable } from './executables/find-executable.ts';
export { approvalHash } from './execute/approval-hash.ts';
export type { NodeExecutorConfig } from './execute/create-executor.ts';
export { createExecutor } from './execute/create-executor.ts';
export { detailOf, messageForModel } from './execute/hide-places.ts';
export type { LocatedProgram, ProgramLocator, ProgramProblem } from './execute/locate-program.ts';
export { locateProgram, ProgramError } from './execute/locate-program.ts';
export type { ToolMachine, ToolMachineSettings, ToolOutcome } from './execute/program-machine.ts';
export { createToolMachine } from './execute/program-machine.ts';
export type { AuditSink, CallRecordSettings } from './execute/record-call.ts';
export type { CallHost, LocatedCall } from './execute/run-call.ts';
export { locateCall, runCall } from './execute/run-call.ts';
export type { Slots } from './execute/slots.ts';
export { createSlots } from './execute/slots.ts';
export { ensureDirectory } from './files/ensure-directory.ts';
export { LockTimeoutError } from './files/lock-timeout-error.ts';
export type { BoundedReading } from './files/read-bounded-file.ts';
export { readBoundedFile } from './files/read-bounded-file.ts';
export { writeFileAtomically } from './files/write-file-atomically.ts';
export { executeCommand } from './process/execute-command.ts';
export type { ExecuteOptions, ExecuteOutcome } from './process/execute-options.ts';
export type { Launch, WrapLaunch } from './process/launch.ts';
export type { HeldDirectories, HeldDirectory } from './planted/held-directories.ts';
export { heldDirectories, refuseHeld } from './planted/held-directories.ts';
export type { DroppedEntry } from './registry/parse-registry.ts';
export type { RegistryProblem, RegistryReading } from './registry/load-registry.ts';
export { loadRegistry } from './registry/load-registry.ts';
export type { Registry, RegistryEntry, RegistrySource } from './registry/registry.ts';
export { RegistryError } from './registry/registry-error.ts';
export { saveRegistry } from './registry/save-registry.ts';
export type { RegistryWriteSettings } from './registry/update-registry.ts';
export { updateRegistry } from './registry/update-registry.ts';
export { upsertEntries } from './registry/upsert-entries.ts';
export { parseRemoteAddress } from './remote/remote-address.ts';
export type { RemoteReport } from './remote/take-remote-tools.ts';
export type { RegistryTool, RegistryWriting } from './remote/write-registry.ts';
export { RegistryWriteError, writeRegistry } from './remote/write-registry.ts';
export type { CreateSandboxSettings } from './sandbox/create-sandbox.ts';
export { createSandbox } from './sandbox/create-sandbox.ts';
export type { Sandbox, SandboxCheck, SandboxPlan, SandboxRequest, SandboxStatus } from './sandbox/sandbox.ts';
export { sandboxStatus } from './sandbox/sandbox-status.ts';
