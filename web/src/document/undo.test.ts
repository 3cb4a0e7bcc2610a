import { expect, test } from 'vitest';
import { withoutChange } from './playground.ts';

test.each([
  ['something behind it', 'a c', 'a b c', 'a b c d', 'a c d'],
  ['something before it', 'x a c', 'x a b c', 'xyz a b c', 'xyz a c'],
  ['something replaced', '{"a":1,"b":2}', '{"a":9,"b":2}', '{"a":9,"b":3}', '{"a":1,"b":3}'],
] as const)('what was changed elsewhere stays: %s', (_name, before, after, now, expected) => {
  expect(withoutChange(before, after, now)).toBe(expected);
});

test.each([
  ['inside it', 'ac', 'abbc', 'abxbc'],
  ['around it', 'ac', 'abc', 'x'],
] as const)('what was changed in the same place has no answer: %s', (_name, before, after, now) => {
  expect(withoutChange(before, after, now)).toBeUndefined();
});
