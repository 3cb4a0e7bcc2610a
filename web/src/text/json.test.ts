import { expect, test } from 'vitest';
import { formattedJson, isOneLine } from './json.ts';

test.each([
  ['long, on one line', `{"a":"${'x'.repeat(2000)}"}\n`, true],
  ['short', '{"a":1}', false],
  ['no JSON', 'x'.repeat(3000), false],
])('a text that is %s', (_name, text, expected) => {
  expect(isOneLine(text)).toBe(expected);
});

test.each([
  ['no JSON', '{"a":'],
  ['a key that stands twice', '{"a":1,"a":2}'],
  ['keys that JavaScript would put in another order', '{"b":1,"1":2}'],
  ['a number that would change', '{"a":1.0}'],
  ['an escape that would change', '{"a":"\\u0041"}'],
  ['too much', `"${'x'.repeat(4_194_304)}"`],
])('%s stays as it is', (_name, text) => {
  expect(formattedJson({ text })).toBeUndefined();
});
