import type { Provider, ProviderTool } from '../types/provider.ts';
import { buildRequest } from './transform.ts';
import { expect, test } from 'vitest';

const TOOLS: readonly ProviderTool[] = [
  { name: 'a', description: 'A' },
  { name: 'b', description: 'B' },
];

test.each<[Provider, object, object]>([
  ['openai', { tools: TOOLS }, {}],
  ['openai-responses', { tools: TOOLS }, {}],
  ['anthropic', { tools: TOOLS }, {}],
  ['gemini', { tools: [{ functionDeclarations: TOOLS }] }, {}],
  ['mcp', { tools: TOOLS }, { tools: [] }],
  ['bedrock', { toolConfig: { tools: TOOLS } }, {}],
])('%s', (provider, body, empty) => {
  expect(buildRequest(provider, TOOLS)).toStrictEqual(body);
  expect(buildRequest(provider, [])).toStrictEqual(empty);
});
