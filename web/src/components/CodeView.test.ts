import { expect, test } from 'vitest';
import { blocksOf, jsonTokens, lineAt } from './CodeView.tsx';

test.each([
  [0, 1],
  [28, 2],
  [10_000, 40],
])('at %i px is line %i', (y, line) => {
  expect(lineAt(y, 40)).toBe(line);
});

test('neighbours are one block, however they come', () => {
  expect(blocksOf([7, 3, 4, 5, 4, 9], 10)).toStrictEqual([
    { first: 3, count: 3 },
    { first: 7, count: 1 },
    { first: 9, count: 1 },
  ]);
  expect(blocksOf([1, 3, 5, 7], 2)).toStrictEqual([
    { first: 1, count: 1 },
    { first: 3, count: 1 },
  ]);
});

test.each([
  ['"Delete it [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]"', 'danger', '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]'],
  ['"Push [⚠️ NOT IDEMPOTENT]"', 'care', '[⚠️ NOT IDEMPOTENT]'],
  ['"List [🔒 READ-ONLY]"', 'safe', '[🔒 READ-ONLY]'],
])('the safety flags of %s stand out as %s', (text, kind, flags) => {
  const tokens = jsonTokens(text);
  expect(tokens.filter((token) => token.kind === kind)).toStrictEqual([{ kind, text: flags }]);
  expect(tokens.map((token) => token.text).join('')).toBe(text);
});

test.each(['', '{}', '"[⚠️ DESTRUCTIVE', '"unfinished', '{"a":-1.5e3}\n}', 'not json at all "x', '"a\\', '"":""'])(
  'joined, the tokens of %j are the text',
  (text) => {
    expect(
      jsonTokens(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  },
);
