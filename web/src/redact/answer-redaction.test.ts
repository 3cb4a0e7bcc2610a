import { expect, test } from 'vitest';
import { answerFilter } from './answer-redaction.ts';

test('secrets are listed by rule with their first line, and gone from what the model gets', () => {
  const text = 'a\ntoken=abcdefgh1\nb token=ijklmnop2';
  expect(answerFilter({ text })).toStrictEqual({
    after: 'a\ntoken=[REDACTED]\nb token=[REDACTED]',
    rules: [{ rule: 'secret-by-key', count: 2, line: 2 }],
  });
});

test('rules come in the order of their first line, however often each found something', () => {
  const text = 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz012345\ntoken=abcdefgh1\ntoken=ijklmnop2';
  expect(answerFilter({ text }).rules.map(({ line, count }) => [line, count])).toStrictEqual([
    [1, 1],
    [2, 2],
  ]);
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
  expect(answerFilter({ text, document }).after).toBe('SHOP_PASS=[REDACTED]');
});

test('a text over the limit is cut where the model gets it cut', () => {
  expect(answerFilter({ text: 'ab '.repeat(40_000) }).after).toMatch(/\n\[TRUNCATED\]$/);
});
