import { getOwn, setOwn } from './is-record.ts';
import { expect, test } from 'vitest';

test('sets __proto__ as data', () => {
  const target = {};
  setOwn(target, '__proto__', { polluted: true });
  setOwn(target, 'plain', 1);
  expect(Object.entries(target)).toStrictEqual([
    ['__proto__', { polluted: true }],
    ['plain', 1],
  ]);
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
});

test('reads own properties only', () => {
  expect(getOwn({ a: 1 }, 'a')).toBe(1);
  expect(getOwn({}, 'toString')).toBe(undefined);
  expect(getOwn({}, '__proto__')).toBe(undefined);
});
