import { providerEntry } from '../errors/provider-entry.ts';
import type { CompileSettings, Provider, ProviderTool } from '../types/provider.ts';

/** How each provider's request body holds its tools. */
const WRAPPERS: Readonly<Record<Provider, (tools: readonly ProviderTool[]) => object>> = {
  openai: asTools,
  'openai-responses': asTools,
  anthropic: asTools,
  gemini: (tools) => ({ tools: [{ functionDeclarations: [...tools] }] }),
  mcp: asTools,
  bedrock: (tools) => ({ toolConfig: { tools: [...tools] } }),
};

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
  const wrap = providerEntry(WRAPPERS, provider);
  return tools.length === 0 && provider !== 'mcp' ? {} : wrap(tools);
}

function asTools(tools: readonly ProviderTool[]): object {
  return { tools: [...tools] };
}
