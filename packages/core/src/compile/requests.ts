import { providerEntry } from '../errors/provider-entry.ts';
import { ACCEPTANCE, FORMS } from '../providers/list.ts';
import type { AcceptanceSettings } from '../schema/rule.ts';
import type { Issue } from '../types/issue.ts';
import type { CompileSettings, Provider, ProviderTool } from '../types/provider.ts';

/**
 * Wraps compiled tools as the provider's request body holds them; for MCP as the result of `tools/list`.
 *
 * Shape: `("gemini", [declaration])` → `{ tools: [{ functionDeclarations: [declaration] }] }`. Without tools the body has
 * none of these fields, which providers refuse when they are empty; MCP's has the empty list.
 *
 * @param _settings those the tools were compiled with; no provider's body depends on them today
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §7.2
 */
export function buildRequest(
  provider: Provider,
  tools: readonly ProviderTool[],
  _settings: CompileSettings = {},
): object {
  const { wrap } = providerEntry(FORMS, provider);
  return tools.length === 0 && provider !== 'mcp' ? {} : wrap(tools);
}

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
  return providerEntry(ACCEPTANCE, provider).check(tools, settings);
}
