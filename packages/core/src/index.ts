export { buildCommandArray } from './argv/build-command-array.ts';
export { formatForProvider } from './calls/format-for-provider.ts';
export { handleToolResult } from './calls/handle-tool-result.ts';
export { parseToolCall } from './calls/parse-tool-call.ts';
export { flattenCommands } from './commands/flatten-commands.ts';
export { mapToCommand } from './commands/map-to-command.ts';
export type { Parameter } from './commands/parameters.ts';
export { parametersOf } from './commands/parameters.ts';
export { compileTools, MAX_TOOLS, PROVIDERS } from './compile/compile-tools.ts';
export { COST_ESTIMATES, mergeEffects } from './effects/merge-effects.ts';
export type { SafetyFlag } from './effects/safety-flags.ts';
export { SAFETY_FLAGS, safetyFlags } from './effects/safety-flags.ts';
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
export type { Executor, ExecutorConfig } from './execute/create-executor.ts';
export { createExecutor } from './execute/create-executor.ts';
export { EXECUTION_LIMITS, maxOutputFor, timeoutFor } from './execute/execution-limits.ts';
export type { FormatOptions } from './execute/format-result.ts';
export { formatResult } from './execute/format-result.ts';
export type { BatchOutcome } from './execute/run-batch.ts';
export { toExecutionResult } from './execute/to-execution-result.ts';
export type { ExecutionEvent } from './execute/stream-run.ts';
export { validateToolCall } from './input/validate-tool-call.ts';
export { MAX_SOURCE_LENGTH } from './json/limits.ts';
export type { ParsedTool } from './metadata/parse-tool.ts';
export { parseTool } from './metadata/parse-tool.ts';
export { checkPolicy, EXECUTION_POLICY_DEFAULTS, withPolicyDefaults } from './policy/check-policy.ts';
export { createValidator } from './policy/create-validator.ts';
export { TRUST_SOURCES, trustSourceOf } from './policy/trust.ts';
export { generateSafetyPrompt } from './prompt/generate-safety-prompt.ts';
export { toAnthropic } from './providers/anthropic/index.ts';
export { toGemini } from './providers/gemini/index.ts';
export { OPENAI_DESCRIPTION_MAX_LENGTH, toOpenAI } from './providers/openai/index.ts';
export { createResultFilter } from './redact/create-result-filter.ts';
export { DEFAULT_REDACT_PATTERNS } from './redact/patterns.ts';
export { stripTerminalSequences } from './redact/strip-terminal.ts';
export type {
  AnthropicToolMessage,
  GeminiToolMessage,
  Message,
  OpenAIToolMessage,
  ToolCall,
} from './types/call.ts';
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
export type {
  ConfirmationContext,
  Decision,
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
  GeminiFunctionDeclaration,
  GeminiParameter,
  OpenAIParameter,
  OpenAITool,
  Provider,
  ProviderTool,
  ProviderTools,
} from './types/provider.ts';
export type { ResultFilter, ResultFilterOptions, ResultFilterStream } from './types/redaction.ts';
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
} from './types/validation.ts';
