import type { Provider } from '../types/provider.ts';
import { AtipError, providerEntry } from './atip-error.ts';
import { expect, test } from 'vitest';

const TABLE = { openai: 1, 'openai-responses': 2, anthropic: 3, gemini: 4, mcp: 5, bedrock: 6 };

test('the entry of a provider', () => {
  expect(providerEntry(TABLE, 'mcp')).toBe(5);
});

const cycle: unknown[] = [];
cycle.push(cycle);
const shown = (text: string): string =>
  `There is no provider ${text}; known are openai, openai-responses, anthropic, gemini, mcp, bedrock.`;

test.each<[string, unknown, string]>([
  ['another text', 'cohere', '"cohere"'],
  ['a name of the prototype', 'toString', '"toString"'],
  ['a long text', 'x'.repeat(1000), `"${'x'.repeat(80)}"`],
  ['a list that reads as a provider', ['openai'], 'of type object'],
  ['a cycle', cycle, 'of type object'],
  ['no text', { toString: () => expect.fail() }, 'of type object'],
  ['a big integer', 1n, 'of type bigint'],
  ['a symbol', Symbol('openai'), 'of type symbol'],
  ['undefined', undefined, 'of type undefined'],
])('%s is none', (_name, value, text) => {
  // As it may come from a configuration.
  const read = (): number => providerEntry(TABLE, value as Provider);
  expect(read).toThrow(AtipError);
  expect(read).toThrow(expect.objectContaining({ code: 'UNKNOWN_PROVIDER', message: shown(text) }));
});
