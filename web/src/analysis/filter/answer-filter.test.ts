import { expect, test } from 'vitest';
import { EXAMPLE_LOG } from '../../panels/filter/example-log.ts';
import { answerFilter } from './answer-filter.ts';
import type { FilterSettings } from './filter-settings.ts';

const SETTINGS: FilterSettings = { maxLength: 100_000, redactSecrets: true, patterns: [], knownSecrets: [] };

test('secrets are marked by rule with their lines, and gone from what the model gets', () => {
  const { before, after, rules, cutFrom } = answerFilter({
    text: 'a\ntoken=abcdefgh1\nb token=ijklmnop2',
    settings: SETTINGS,
  });
  expect(before.marks).toStrictEqual([
    { label: 'secret-by-key', start: 8, end: 17, line: 2 },
    { label: 'secret-by-key', start: 26, end: 35, line: 3 },
  ]);
  expect(after.text).toBe('a\ntoken=[REDACTED]\nb token=[REDACTED]');
  expect(after.marks.map(({ start, line }) => [start, line])).toStrictEqual([
    [8, 2],
    [27, 3],
  ]);
  expect(rules).toStrictEqual([{ rule: 'secret-by-key', count: 2, first: 0, line: 2 }]);
  expect(cutFrom).toBeUndefined();
});

test('a variable that the document names for authentication is a key of secrets', () => {
  const document = JSON.stringify({
    atip: '0.4',
    name: 'x',
    version: '1.0.0',
    description: 'd',
    authentication: { required: true, methods: [{ type: 'env', envVar: 'SHOP_PASS' }] },
    commands: { a: { description: 'A' } },
  });
  const text = 'SHOP_PASS=hunter22hunter';
  expect(answerFilter({ text, settings: SETTINGS, document }).after.text).toBe('SHOP_PASS=[REDACTED]');
});

test('what is over the limit is cut, and it says from how much', () => {
  const { after, cutFrom } = answerFilter({ text: 'abcdefghij', settings: { ...SETTINGS, maxLength: 4 } });
  expect(after.text).toBe('abcd\n[TRUNCATED]');
  expect(after.marks).toStrictEqual([{ label: 'truncated', start: 5, end: 16, line: 2 }]);
  expect(cutFrom).toBe(10);
});

test('patterns are counted, and those that are wrong or could run for ever are refused in words', () => {
  const patterns = [
    { source: 'CUST-\\d+', flags: '' },
    { source: '(a+)+$', flags: '' },
    { source: '(', flags: '' },
    { source: '', flags: '' },
  ];
  const text = 'CUST-1 and cust-2 and CUST-3 [REDACTED]';
  const { patterns: answers, after } = answerFilter({ text, settings: { ...SETTINGS, patterns } });
  expect(answers.map((answer) => answer && (answer.ok ? answer.matches : 'refused'))).toStrictEqual([
    2,
    'refused',
    'refused',
    undefined,
  ]);
  expect(after.text).toBe('[REDACTED] and cust-2 and [REDACTED] [REDACTED]');
});

test('the example holds what the page says of it', () => {
  const { before, rules } = answerFilter({ text: EXAMPLE_LOG, settings: SETTINGS });
  expect(before.lines - 1).toBe(23);
  expect(rules.map(({ rule, count }) => [rule, count])).toStrictEqual([
    ['url-credentials', 2],
    ['secret-by-key', 1],
    ['aws-access-key-id', 1],
    ['authorization-header', 1],
    ['private-key', 1],
  ]);
});
