import { providerEntry } from '../errors/provider-entry.ts';
import { checkAnthropicTools } from '../providers/anthropic/check-anthropic-tools.ts';
import { checkBedrockTools } from '../providers/bedrock/check-bedrock-tools.ts';
import { checkGeminiTools } from '../providers/gemini/check-gemini-tools.ts';
import { checkMcpTools } from '../providers/mcp/check-mcp-tools.ts';
import { checkOpenAITools } from '../providers/openai/check-openai-tools.ts';
import { checkOpenAIResponsesTools } from '../providers/openai-responses/check-openai-responses-tools.ts';
import type { AcceptanceSettings } from '../schema/acceptance-settings.ts';
import type { Issue } from '../types/issue.ts';
import type { Provider } from '../types/provider.ts';

const CHECKS: Readonly<Record<Provider, (tools: readonly unknown[], settings: AcceptanceSettings) => Issue[]>> = {
  openai: checkOpenAITools,
  'openai-responses': checkOpenAIResponsesTools,
  anthropic: checkAnthropicTools,
  gemini: checkGeminiTools,
  mcp: checkMcpTools,
  bedrock: checkBedrockTools,
};

/**
 * Holds any list of tools, ours or not, against its provider's own rules and lists every problem of every tool.
 *
 * Shape: `("openai", [{ type: "function", function: { name: "a b" } }])` → `[{ code: "oa-name-chars", severity: "error",
 * path: "/0/function/name", message }, …]`. An error: the provider refuses the request, all of it. A warning: it may
 * refuse or change it, or meaning is lost. An info: advice. The rules know nothing of how tools are compiled.
 * Limits: 100,000 tools and issues; each tool JSON of at most 100 levels and 500,000 values. Each ends in an issue.
 *
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §8.1
 */
export function checkProviderTools(
  provider: Provider,
  tools: readonly unknown[],
  settings: AcceptanceSettings = {},
): Issue[] {
  return providerEntry(CHECKS, provider)(tools, settings);
}
