/**
 * Compile ATIP documents for model providers, take apart what models answer, decide by policy, build the argument vector,
 * redact what a tool printed. Pure functions: no dependency, no process, file or network.
 *
 * @module @atip/core
 */
export { buildCommandArray } from './argv/build-command-array.ts';
export { createToolCallStream } from './calls/create-tool-call-stream.ts';
export { formatForProvider } from './calls/format-for-provider.ts';
export { handleToolResult } from './calls/handle-tool-result.ts';
export { parseToolCall } from './calls/parse-tool-call.ts';
export { checkCanonicalTool, checkCanonicalTools } from './canonical/check-canonical-tool.ts';
export { translateTool } from './canonical/translate-tool.ts';
export { callEffects, withCallEffects } from './commands/call-effects.ts';
export { flattenCommands } from './commands/flatten-commands.ts';
export { mapToCommand } from './commands/map-to-command.ts';
export { overrideTool } from './commands/override-tool.ts';
export type { Parameter } from './commands/parameters.ts';
export { parametersOf } from './commands/parameters.ts';
export { resolveAction } from './commands/resolve-action.ts';
export type { CommandFilter } from './commands/select-commands.ts';
export { selectCommands } from './commands/select-commands.ts';
export { buildRequest } from './compile/build-request.ts';
export { checkProviderTools } from './compile/check-provider-tools.ts';
export { hasStrictMode } from './compile/choose-strict.ts';
export { compileTools } from './compile/compile-tools.ts';
export { compile } from './compile/compile.ts';
export { MAX_TOOLS, PROVIDERS } from './compile/providers.ts';
export { COST_ESTIMATES, mergeEffects } from './effects/merge-effects.ts';
export type { SafetyFlag } from './effects/safety-flags.ts';
export { SAFETY_FLAGS, safetyFlags } from './effects/safety-flags.ts';
export { diffTools } from './diff/diff-tools.ts';
export type { AtipErrorCode } from './errors/atip-error.ts';
export { AtipError } from './errors/atip-error.ts';
export { AtipParseError, AtipValidationError } from './errors/bridge-errors.ts';
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
export { checkCall, isComplete } from './execute/check-call.ts';
export type { Executor, ExecutorConfig } from './execute/create-executor.ts';
export { createExecutor } from './execute/create-executor.ts';
export { EXECUTION_LIMITS, maxOutputFor, timeoutFor } from './execute/execution-limits.ts';
export { expandPattern } from './execute/expand-pattern.ts';
export { refusalOf } from './execute/refusal.ts';
export type { RunCheckedSettings } from './execute/run-checked.ts';
export { runChecked } from './execute/run-checked.ts';
export type { FormatOptions } from './execute/format-result.ts';
export { formatResult } from './execute/format-result.ts';
export type { BatchOutcome } from './execute/run-batch.ts';
export type { ExecutionEvent } from './execute/stream-run.ts';
export { toExecutionResult } from './execute/to-execution-result.ts';
export { createToolContext, recordCommand } from './execute/tool-context.ts';
export { validateToolCall } from './input/validate-tool-call.ts';
export type { JsonMember, JsonNode } from './json/json-node.ts';
export { MAX_SOURCE_LENGTH } from './json/limits.ts';
export type { LineIndex } from './json/line-index.ts';
export type { JsonDocument } from './json/read-json.ts';
export { readJson } from './json/read-json.ts';
export { checkTool } from './lint/check-tool.ts';
export type { ParsedTool } from './metadata/parse-tool.ts';
export { parseTool } from './metadata/parse-tool.ts';
export { checkPolicy, EXECUTION_POLICY_DEFAULTS, withPolicyDefaults } from './policy/check-policy.ts';
export { createValidator } from './policy/create-validator.ts';
export { defaultPolicyFor } from './policy/default-policy.ts';
export { policyMatrix } from './policy/policy-matrix.ts';
export type { PolicyPresetName } from './policy/policy-presets.ts';
export { POLICY_PRESETS } from './policy/policy-presets.ts';
export { restrictTools } from './policy/restrict-tools.ts';
export { sandboxAccess } from './policy/sandbox-access.ts';
export { sandboxModeFor } from './policy/sandbox-mode.ts';
export { TRUST_SOURCES, trustSourceOf } from './policy/trust.ts';
export { generateSafetyPrompt } from './prompt/generate-safety-prompt.ts';
export { toAnthropic } from './providers/anthropic/to-anthropic.ts';
export { toBedrock } from './providers/bedrock/to-bedrock.ts';
export { toGemini } from './providers/gemini/to-gemini.ts';
export { toMcp } from './providers/mcp/to-mcp.ts';
export { toOpenAIResponses } from './providers/openai-responses/to-openai-responses.ts';
export { OPENAI_DESCRIPTION_MAX_LENGTH, toOpenAI } from './providers/openai/to-openai.ts';
export { createResultFilter } from './redact/create-result-filter.ts';
export { findSecrets } from './redact/find-secrets.ts';
export { DEFAULT_REDACT_PATTERNS } from './redact/patterns.ts';
export { stripTerminalSequences } from './redact/strip-terminal.ts';
export type { AcceptanceSettings } from './schema/acceptance-settings.ts';
export type {
  AnthropicToolMessage,
  BedrockToolMessage,
  GeminiToolMessage,
  McpToolMessage,
  Message,
  OpenAIResponsesToolMessage,
  OpenAIToolMessage,
  ToolCall,
  ToolCallDelta,
  ToolCallStream,
} from './types/call.ts';
export type { CallCheck, CallCheckSettings, CallStop, CompleteCheck } from './types/call-check.ts';
export type { CanonicalProperty, CanonicalTool, TranslateSettings } from './types/canonical.ts';
export type { Delegation, EffectRestrictions } from './types/delegation.ts';
export type { AtipEffects, CostEstimate, StdinUse } from './types/effects.ts';
export type {
  ExecutionResult,
  FormattedResult,
  Run,
  RunOptions,
  RunOutcome,
  StopSignal,
} from './types/execution.ts';
export type { CommandMapping, FlatCommand } from './types/flat-command.ts';
export type { Issue, IssueSeverity, Position, Range, TextEdit } from './types/issue.ts';
export type { AtipArgument, AtipOption, AtipParamType, ValueStyle } from './types/parameter.ts';
export type { PolicyCell, PolicyMatrix, PolicyMatrixRow } from './types/policy-matrix.ts';
export type {
  ConfirmationContext,
  Decision,
  DecisionRecord,
  ExecutionPolicy,
  Policy,
  PolicyDecision,
  PolicyViolation,
  ValidationResult,
  Validator,
  ViolationCode,
} from './types/policy.ts';
export type {
  AnthropicParameter,
  AnthropicTool,
  BedrockParameter,
  BedrockTool,
  Compilation,
  CompiledEntry,
  CompileSettings,
  GeminiFunctionDeclaration,
  GeminiParameter,
  Loss,
  McpAnnotations,
  McpParameter,
  McpTool,
  OpenAIParameter,
  OpenAIResponsesTool,
  OpenAITool,
  Provider,
  ProviderTool,
  ProviderToolKinds,
  ProviderTools,
} from './types/provider.ts';
export type {
  FindSecretsOptions,
  ResultFilter,
  ResultFilterOptions,
  ResultFilterStream,
  SecretMatch,
} from './types/redaction.ts';
export type { PlantedReport, SandboxAccess, SandboxMode, SandboxReport } from './types/sandbox.ts';
export type { RecentCommand, ToolContext } from './types/tool-context.ts';
export type { SemverVerdict, ToolChange, ToolChangeCode, ToolChangeKind, ToolDiff } from './types/tool-diff.ts';
export type {
  ArgvHints,
  AtipAuthentication,
  AtipCommand,
  AtipFeature,
  AtipPattern,
  AtipTool,
  AtipVersion,
} from './types/tool.ts';
export type { AtipTrust, TrustSource } from './types/trust.ts';
export type {
  ArgumentErrorCode,
  ArgumentProblem,
  ArgumentWarningCode,
  ToolCallValidation,
  ValidationSettings,
} from './types/validation.ts';
