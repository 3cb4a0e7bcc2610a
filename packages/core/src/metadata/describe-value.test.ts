import { expect, test } from 'vitest';
import { describeTypes, describeValue, quote } from './describe-value.ts';

test.each([
  ['yes', 'the text "yes"'],
  [5, 'the number 5'],
  [true, 'true'],
  [null, 'null'],
  [[], 'an empty list'],
  [[1], 'a list'],
  [{}, 'an object'],
])('describes %j', (value, expected) => {
  expect(describeValue(value)).toBe(expected);
});

test('escapes what is invisible and cuts what is long', () => {
  expect(quote('a\u202e\u200b\n\u009b')).toBe('"a\\u202e\\u200b\\n\\u009b"');
  expect(quote('a'.repeat(41))).toBe(`"${'a'.repeat(40)}…"`);
});

test('names types', () => {
  expect(describeTypes(['integer', 'null'])).toBe('a whole number or null');
});
