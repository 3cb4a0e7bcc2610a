/**
 * Compiles ATIP documents for model providers, reads model responses, decides by policy, redacts tool output. Pure
 * functions: no dependency, no process, file or network. `@atip/core/execute` has the single stages of a call.
 *
 * @module @atip/core
 */
export { readArgv } from './call/read-argv.ts';
export { createToolCallStream } from './call/create-tool-call-stream.ts';
export { type CallOutcome, formatResults, handleToolResult } from './call/format-results.ts';
export { parseToolCall } from './call/parse-tool-call.ts';
export { checkCanonicalTool } from './compile/check-canonical-tool.ts';
export { translateTool } from './compile/translate-canonical-tool.ts';
export { flattenCommands } from './commands/flatten-commands.ts';
export type { Parameter } from './commands/parameters.ts';
export { type CommandFilter, selectCommands } from './commands/select-commands.ts';
export { compile } from './compile/compile.ts';
export {
  buildRequest,
  checkProviderTools,
  compileTools,
  toAnthropic,
  toGemini,
  toOpenAI,
} from './compile/transform.ts';
export { type SafetyFlag, SAFETY_FLAGS } from './effects/safety-flags.ts';
export { diffTools } from './compile/diff-documents.ts';
export { type AtipErrorCode, AtipError, AtipParseError, AtipValidationError } from './json/atip-error.ts';
export { checkCall } from './call/check-call.ts';
export { expandPattern } from './call/expand-pattern.ts';
export { createToolContext, recordCommand } from './call/tool-context.ts';
export type { JsonMember, JsonNode, LineIndex } from './json/json-node.ts';
export type { JsonDocument } from './json/read-json.ts';
export { checkTool } from './compile/lint-document.ts';
export { type ParsedTool, parseTool } from './document/parse-tool.ts';
export { createValidator } from './policy/check-policy.ts';
export { POLICY_PRESETS } from './policy/policy-rules.ts';
export { restrictTools } from './policy/delegation.ts';
export { generateSafetyPrompt } from './prompt/generate-safety-prompt.ts';
export { PROVIDERS } from './providers/list.ts';
export { OPENAI_DESCRIPTION_MAX_LENGTH } from './providers/openai/openai.ts';
export { createResultFilter, DEFAULT_REDACT_PATTERNS } from './redact/create-result-filter.ts';
export { findSecrets } from './redact/find-secrets.ts';
export type { DamagedCall, ToolCall, ToolCallDelta, ToolCallsReading, ToolCallStream } from './types/call.ts';
export type * from './types/argv.ts';
export type * from './types/validation.ts';
export type * from './types/provider.ts';
export type * from './types/policy.ts';
export type * from './types/tool.ts';
export type * from './types/execution.ts';
export type * from './types/issue.ts';
export type * from './types/redaction.ts';
export type * from './types/tool-diff.ts';
export type { AcceptanceSettings } from './providers/provider-schema-rules.ts';
