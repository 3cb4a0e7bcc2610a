/**
 * Compiles ATIP documents for model providers, reads model responses, decides by policy, redacts tool output. Pure
 * functions: no dependency, no process, file or network. `@atip/core/execute` has the single stages of a call.
 *
 * @module @atip/core
 */
export { readArgv } from './call/read-argv.ts';
export { createToolCallStream } from './call/create-tool-call-stream.ts';
export type { CallOutcome } from './call/format-results.ts';
export { formatResults } from './call/format-results.ts';
export { handleToolResult } from './call/format-results.ts';
export { parseToolCall } from './call/parse-tool-call.ts';
export { checkCanonicalTool } from './compile/check-canonical-tool.ts';
export { translateTool } from './compile/translate-canonical-tool.ts';
export { flattenCommands } from './commands/flatten-commands.ts';
export type { Parameter } from './commands/parameters.ts';
export type { CommandFilter } from './commands/select-commands.ts';
export { selectCommands } from './commands/select-commands.ts';
export { compile } from './compile/compile.ts';
export { buildRequest, compileTools, toAnthropic, toGemini, toOpenAI } from './compile/transform.ts';
export type { SafetyFlag } from './effects/safety-flags.ts';
export { SAFETY_FLAGS } from './effects/safety-flags.ts';
export { diffTools } from './compile/diff-documents.ts';
export type { AtipErrorCode } from './json/atip-error.ts';
export { AtipError, AtipParseError, AtipValidationError } from './json/atip-error.ts';
export { checkCall } from './call/check-call.ts';
export { expandPattern } from './call/expand-pattern.ts';
export { createToolContext, recordCommand } from './call/tool-context.ts';
export type { JsonMember, JsonNode, LineIndex } from './json/json-node.ts';
export type { JsonDocument } from './json/read-json.ts';
export { checkTool } from './compile/lint-document.ts';
export type { ParsedTool } from './document/parse-tool.ts';
export { parseTool } from './document/parse-tool.ts';
export { createValidator } from './policy/check-policy.ts';
export { POLICY_PRESETS } from './policy/policy-rules.ts';
export { restrictTools } from './policy/delegation.ts';
export { generateSafetyPrompt } from './prompt/generate-safety-prompt.ts';
export { PROVIDERS } from './providers/list.ts';
export { OPENAI_DESCRIPTION_MAX_LENGTH } from './providers/openai/openai.ts';
export { createResultFilter, DEFAULT_REDACT_PATTERNS } from './redact/create-result-filter.ts';
export { findSecrets } from './redact/find-secrets.ts';
export type { ArgvReading, GivenParameter, UnknownWord } from './types/argv.ts';
export type { DamagedCall, ToolCall, ToolCallDelta, ToolCallsReading, ToolCallStream } from './types/call.ts';
export type {
  Check,
  CheckSettings,
  CallInput,
  InvalidCheck,
  ServedCheck,
  ValidCheck,
} from './types/validation.ts';
export type { CanonicalProperty, CanonicalTool, TranslateSettings } from './types/provider.ts';
export type {
  ConfirmationAnswer,
  ConfirmationContext,
  Decision,
  DecisionRecord,
  Delegation,
  HeldDelegation,
  EffectRestrictions,
  ExecutionPolicy,
  Policy,
  PolicyCell,
  PolicyDecision,
  AnyViolationCode,
  CallViolation,
  NetworkRule,
  PolicyViolation,
  SandboxMode,
  ValidationResult,
  Validator,
  ViolationCode,
  EffectLevel,
  PolicyPart,
  PolicyPresetName,
  PolicyRule,
  RuleOffer,
} from './types/policy.ts';
export type {
  AtipEffects,
  ConditionalEffects,
  CostEstimate,
  StdinInput,
  StdinUse,
  ValueEffects,
} from './types/tool.ts';
export type {
  BatchOutcome,
  Conversation,
  ExecutionEvent,
  ExecutionResult,
  FormattedResult,
  PlantedReport,
  RecentCommand,
  RunPort,
  RunOptions,
  RunOutcome,
  SandboxAccess,
  NetworkAttempt,
  SandboxReport,
  StopSignal,
  ToolContext,
} from './types/execution.ts';
export type { CommandMapping, FlatCommand } from './types/tool.ts';
export type { Issue, IssueSeverity, Position, Range, TextEdit } from './types/issue.ts';
export type { AtipArgument, AtipOption, AtipParamType, ValueStyle } from './types/tool.ts';
export type {
  AnthropicParameter,
  AnthropicTool,
  AnthropicToolMessage,
  BedrockParameter,
  BedrockTool,
  BedrockToolMessage,
  Compilation,
  CompiledEntry,
  CompileSettings,
  DeclaredToolKinds,
  GeminiFunctionDeclaration,
  GeminiParameter,
  GeminiResultMessage,
  GeminiTool,
  GeminiToolMessage,
  Loss,
  McpAnnotations,
  McpParameter,
  McpTool,
  McpToolMessage,
  Message,
  NameSeparator,
  OmittedCommand,
  OpenAIParameter,
  OpenAIResponsesTool,
  OpenAIResponsesToolMessage,
  OpenAITool,
  OpenAIToolMessage,
  Provider,
  ProviderMessages,
  ProviderTool,
  ProviderToolKinds,
  ProviderTools,
  ResultMessages,
} from './types/provider.ts';
export type {
  FindSecretsOptions,
  ResultFilter,
  ResultFilterOptions,
  ResultFilterStream,
  SecretMatch,
} from './types/redaction.ts';
export type { SemverVerdict, ToolChange, ToolChangeCode, ToolChangeKind, ToolDiff } from './types/tool-diff.ts';
export type {
  ArgvHints,
  AtipAuthentication,
  AtipCommand,
  AtipBinary,
  AtipFeature,
  AtipPattern,
  AtipTool,
  AtipSignature,
  AtipTrust,
  AtipVersion,
  TrustSource,
} from './types/tool.ts';
export type {
  ArgumentErrorCode,
  ArgumentProblem,
  ArgumentWarningCode,
  ToolCallValidation,
  ValidationSettings,
} from './types/validation.ts';
