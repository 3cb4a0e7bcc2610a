import { expect, test } from 'vitest';
import { outputFileName } from './output-name.ts';

test.each([
  ['gh.json', 'gh.openai.json'],
  ['gh', 'gh.openai.json'],
  ['../a/b.JSON', '..-a-b.openai.json'],
  ['.json', 'tools.openai.json'],
])('%s downloads as %s', (name, file) => {
  expect(outputFileName(name, 'openai')).toBe(file);
});
