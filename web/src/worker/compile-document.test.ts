import { expect, test } from 'vitest';
import { compileDocument } from './compile-document.ts';

const DOCUMENT = {
  atip: '0.3',
  name: 'x',
  version: '1',
  description: 'X',
  commands: { a: { description: 'A', options: [{ name: 'o', flags: ['--o'], type: 'string', description: 'O' }] } },
};
const request = { id: 7, text: JSON.stringify(DOCUMENT), provider: 'openai', strict: false } as const;

test('a good document comes back compiled, with its numbers', () => {
  const { id, parses, tool, output } = compileDocument(request);
  expect([id, parses, tool?.name, output?.provider, output?.tools]).toStrictEqual([7, true, 'x', 'openai', 1]);
  expect(output?.bytes).toBe(JSON.stringify(JSON.parse(output?.text ?? '')).length);
});

test('strict counts where the provider has such a mode', () => {
  const text = (provider: 'openai' | 'anthropic' | 'gemini', strict: boolean): string | undefined =>
    compileDocument({ ...request, provider, strict }).output?.text;
  expect(text('openai', true)).toContain('"strict": true');
  expect(text('anthropic', true)).toContain('"strict": true');
  expect(text('gemini', true)).toBe(text('gemini', false));
});

test.each([
  ['text that is no JSON', '{', false],
  ['a wrong type', '{"atip": "0.3", "name": 3}', true],
  ['an empty document', '', false],
  ['more than is read', `"${'x'.repeat(5 * 1024 * 1024)}"`, true],
])('%s has issues and no output', (_name, text, parses) => {
  const response = compileDocument({ ...request, text });
  expect([response.parses, response.tool, response.output]).toStrictEqual([parses, undefined, undefined]);
  expect(response.issues.some((issue) => issue.severity === 'error')).toBe(true);
});
