import { expect, test } from 'vitest';
import { headerSettings, outputFileName, outputTitle } from './shown-output.ts';

test('an output is called after its provider and what is not usual', () => {
  expect(outputTitle({ provider: 'mcp', settings: {} })).toBe('MCP');
  expect(outputTitle({ provider: 'openai', settings: headerSettings('openai', true) })).toBe('OpenAI, strict');
  expect(headerSettings('mcp', true)).toStrictEqual({});
});

test.each([
  ['gh.json', 'gh.openai.json'],
  ['gh', 'gh.openai.json'],
  ['../a/b.JSON', '..-a-b.openai.json'],
  ['.json', 'tools.openai.json'],
])('%s downloads as %s', (name, file) => {
  expect(outputFileName(name, 'openai')).toBe(file);
});
