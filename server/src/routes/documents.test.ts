import { compile, generateSafetyPrompt } from '@atip/core';
import { expect, test } from 'vitest';
import { DEMO_TOOL, LEAKED_TOKEN } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { createTestClient } from '../testing/test-client.ts';

async function post(path: string, body: unknown): Promise<Response> {
  return (await createTestClient()).send('POST', path, body);
}

test('a document is validated, with places for text and without for an object', async () => {
  const text = await (await post('/validate', { source: '{\n  "name": 1 }' })).json();
  expect(text.valid).toBe(false);
  expect(text).not.toHaveProperty('tool');
  expect(text.issues.find(({ path }: { path: string }) => path === '/name')).toMatchObject({
    severity: 'error',
    range: { start: { line: 2 } },
  });
  for (const source of [DEMO_TOOL, JSON.stringify(DEMO_TOOL)]) {
    expect(await (await post('/validate', { source })).json()).toStrictEqual({
      valid: true,
      issues: [],
      tool: DEMO_TOOL,
    });
  }
});

test('documents are compiled as core compiles them', async () => {
  const other = { ...DEMO_TOOL, name: 'other' };
  const settings = { strict: true, strategy: 'search' } as const;
  const body = { sources: [JSON.stringify(DEMO_TOOL), other], provider: 'anthropic', settings };
  const expected = compile([DEMO_TOOL, other], 'anthropic', settings);
  expect(await (await post('/compile', body)).json()).toStrictEqual(JSON.parse(JSON.stringify(expected)));
});

test('the safety prompt of documents', async () => {
  const { prompt } = await (await post('/prompt', { sources: [DEMO_TOOL] })).json();
  expect(prompt).toBe(generateSafetyPrompt([DEMO_TOOL]));
  expect(prompt).toContain('demo_wipe');
});

test('a text comes back whole, without its secrets', async () => {
  const long = 'x '.repeat(150_000);
  const { text } = await (await post('/filter', { text: `${long}\u001b[31m${LEAKED_TOKEN}\n` })).json();
  expect(text.startsWith(long)).toBe(true);
  expect(text.slice(long.length)).toBe('[REDACTED]\n');
});

test.each([
  ['/compile', { sources: [DEMO_TOOL, '{'], provider: 'openai' }, 'invalid-metadata'],
  ['/prompt', { sources: [DEMO_TOOL, { name: 'x' }] }, 'invalid-metadata'],
])('%s refuses what cannot be compiled', async (path, body, code) => {
  expect(await problemCode(await post(path, body))).toBe(`422 ${code}`);
});
