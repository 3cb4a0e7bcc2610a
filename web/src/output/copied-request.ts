import { buildRequest, type Provider, type ProviderTool } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';

const PROMPT = 'Write here what you want done.';

/**
 * The body of a provider's request with these tools, as JSON. MCP has no request that carries tools: its text is the
 * settings of a client that starts `atip mcp`.
 */
export function requestText(provider: Provider, tools: readonly ProviderTool[], name: string, strict: boolean): string {
  const { ask } = EXAMPLES[provider];
  if (ask) return `${JSON.stringify({ ...ask(PROMPT), ...buildRequest(provider, tools, { strict }) }, null, 2)}\n`;
  const plain = plainName(name);
  return `${JSON.stringify({ mcpServers: { [plain]: { command: 'atip', args: ['mcp', '--tools', plain] } } }, null, 2)}\n`;
}

/** A name that means the same in a path and a shell. */
export function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'tool';
}
