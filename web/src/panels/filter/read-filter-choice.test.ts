import { expect, test } from 'vitest';
import { DEFAULT_CHOICE, readFilterChoice } from './read-filter-choice.ts';

test('what was stored comes back', () => {
  const choice = { maxLength: 500, redactSecrets: false, patterns: [{ source: 'a', flags: 'i' }] };
  expect(readFilterChoice(JSON.stringify(choice))).toStrictEqual(choice);
});

test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '7',
  '{"maxLength":0,"patterns":{}}',
  '{"maxLength":1.5,"patterns":[1,{"source":1,"flags":""}]}',
])('%s is the default', (stored) => {
  expect(readFilterChoice(stored)).toStrictEqual(DEFAULT_CHOICE);
});

test('no more than twenty patterns are kept', () => {
  const patterns = Array.from({ length: 30 }, () => ({ source: 'a', flags: '' }));
  expect(readFilterChoice(JSON.stringify({ patterns })).patterns).toHaveLength(20);
});
