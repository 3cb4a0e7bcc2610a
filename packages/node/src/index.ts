/**
 * The parts of ATIP that need processes or files: discovery, the registry, the sandbox, execution, the audit log.
 *
 * @module @atip/node
 */
export {
  type BatchOutcome,
  type Conversation,
  type CallCheck,
  type CallCheckSettings,
  type CommandMapping,
  type ConfirmationAnswer,
  type ConfirmationContext,
  type DecisionRecord,
  type ExecutionEvent,
  type ExecutionPolicy,
  type ExecutionResult,
  type Executor,
  type ExecutorConfig,
  type FormatOptions,
  type FormattedResult,
  type PolicyDecision,
  type PlantedReport,
  type Run,
  type RunOptions,
  type RuleOffer,
  type RunOutcome,
  type SandboxMode,
  type NetworkAttempt,
  type NetworkRule,
  type SandboxReport,
  type StopSignal,
  type ToolCall,
  type ToolCallValidation,
  type ToolContext,
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
export { type AuditLog, type AuditLogSettings, createAuditLog } from './audit/create-audit-log.ts';
export {
  type AuditGone,
  type AuditProblem,
  type AuditProblemCode,
  type AuditVerification,
  type VerifyAuditSettings,
  verifyAuditLog,
} from './audit/read-audit-log.ts';
export {
  type ProbeSettings,
  type CanonicalReading,
  type FoundCanonicalTool,
  probeTool,
} from './discovery/probe-tool.ts';
export {
  type DescribeProgress,
  type DescribeSettings,
  type ProgramDescription,
  describeProgram,
} from './describe/describe-program.ts';
export type { HelpQuestion } from './describe/ask-help.ts';
export { listTools, type ResolvedTool, resolveTool } from './discovery/list-tools.ts';
export { type ScanCounts, type ScanEvent, type ScanSettings, scanTools } from './discovery/scan-tools.ts';
export type { ToolScan } from './documents/read-tool-directories.ts';
export type { FoundPattern, PatternScan } from './documents/read-patterns.ts';
export type {
  FoundTool,
  SignatureReport,
  SkipCode,
  SkippedTool,
  ToolOrigin,
  ToolReading,
} from './documents/tool-document.ts';
export type { Signer } from './trust/signers.ts';
export type { Environment } from './environment/child-environment.ts';
export { type DataPaths, type XdgPaths, xdgPaths } from './environment/xdg-paths.ts';
export type { ExecutableIdentity } from './executables/executable-identity.ts';
export type { Executable } from './executables/find-executable.ts';
export { checkLogin, type LoginState } from './execute/check-login.ts';
export type { GrantSettings, LoginAnswer, LoginQuestion } from './execute/tool-grant.ts';
export {
  type LoadConfigurationSettings,
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
} from './lines/judge-line.ts';
export type { GivenDelegation } from './configuration/delegations.ts';
export type { Configuration, CredentialGrant } from './configuration/configuration-fields.ts';
export type { ConfigurationFile, ConfigurationProblem } from './configuration/read-configuration.ts';
export type { ServedOptions, ServedResult, ServedTools } from './execute/served-tools.ts';
export {
  type NodeExecutor,
  type NodeExecutorConfig,
  createExecutor,
} from './execute/create-executor.ts';
export type { AuditSink, CallRecordSettings } from './execute/record-call.ts';
export { executeCommand } from './process/execute-command.ts';
export type { CommandOptions, ExecuteOptions, ExecuteOutcome, Launch, WrapLaunch } from './process/launch-types.ts';
export {
  type DroppedEntry,
  type RegistryProblem,
  type RegistryReading,
  loadRegistry,
  type Registry,
  type RegistryEntry,
  type RegistrySource,
} from './registry/registry.ts';
export { type CreateSandboxSettings, createSandbox, sandboxStatus } from './sandbox/create-sandbox.ts';
export type {
  GrantedSecrets,
  Sandbox,
  SandboxCheck,
  SandboxPlan,
  SandboxRequest,
  SandboxStatus,
  TemporaryFiles,
} from './sandbox/sandbox.ts';
