import { expect, test } from 'vitest';
import { isPlainObject } from './is-plain-object.ts';

test.each<[string, unknown, boolean]>([
  ['{}', {}, true],
  ['no prototype', Object.create(null), true],
  ['null', null, false],
  ['undefined', undefined, false],
  ['a text', 'x', false],
  ['a list', [], false],
  ['a list that calls itself an object', Object.assign([], { [Symbol.toStringTag]: 'Object' }), false],
  ['a map', new Map(), false],
  ['a date', new Date(0), false],
  ['a function', () => 1, false],
])('%s: %s %s', (_name, value, expected) => {
  expect(isPlainObject(value)).toBe(expected);
});
