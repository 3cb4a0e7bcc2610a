import { expect, test } from 'vitest';
import { answerFilter } from './answer-redaction.ts';

const NOTHING = { knownSecrets: [], patterns: [] };

test('secrets are listed by rule with their first line, and gone from what the model gets', () => {
  const text = 'a\ntoken=abcdefgh1\nb token=ijklmnop2';
  expect(answerFilter({ text, ...NOTHING })).toStrictEqual({
    after: 'a\ntoken=[REDACTED]\nb token=[REDACTED]',
    rules: [{ rule: 'secret-by-key', count: 2, line: 2, start: 8, end: 17 }],
    problems: [],
  });
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
  expect(answerFilter({ text, ...NOTHING, document }).after).toBe('SHOP_PASS=[REDACTED]');
});

test('a text over the limit is cut, and the answer says from how much', () => {
  const { after, cutFrom } = answerFilter({ text: 'ab '.repeat(40_000), ...NOTHING });
  expect([after.endsWith('\n[TRUNCATED]'), cutFrom]).toStrictEqual([true, 120_000]);
});

test('known values and patterns are redacted; a pattern that is none is refused in words', () => {
  const question = { text: 'CUST-1 cust-2 hunter-22-x', knownSecrets: ['hunter-22-x'], patterns: ['/cust-\\d/i', '('] };
  const { after, problems } = answerFilter(question);
  expect(after).toBe('[REDACTED] [REDACTED] [REDACTED]');
  expect(problems).toStrictEqual([expect.stringContaining('Invalid regular expression')]);
});
