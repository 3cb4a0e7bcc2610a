import { buildRequest, type Provider, type ProviderTool } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';

const PROMPT = 'Write here what you want done.';

/**
 * The body of a provider's request with these tools, as JSON. MCP has no request that carries tools: its text is the
 * settings of a client that starts `atip mcp`.
 */
export function requestText(provider: Provider, tools: readonly ProviderTool[], name: string, strict: boolean): string {
  const { ask } = EXAMPLES[provider];
  if (ask) return `${plainJson({ ...ask(PROMPT), ...buildRequest(provider, tools, { strict }) })}\n`;
  const plain = plainName(name);
  return `${plainJson({ mcpServers: { [plain]: { command: 'atip', args: ['mcp', '--tools', plain] } } })}\n`;
}

/** A name that means the same in a path and a shell. */
export function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'tool';
}

/** Sign and emoji are told apart by U+FE0F, which therefore may stand after a sign. Line feeds are the indentation's own. */
const UNSEEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Z}|(?!\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{S})\ufe0f/gu;

/** A value as indented JSON to paste anywhere: invisible characters, such as U+202E, are written as `\u202e`. */
function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSEEN, (unseen) =>
    unseen
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
