import { expect, test } from 'vitest';
import { nextItem, type TypedSoFar } from './next-item.ts';

const NAMES = ['Rename…', 'New document', 'curl', 'git', 'gh pr', 'gh repo'];

const press = (key: string, timeStamp = 0, held = {}) => ({
  key,
  timeStamp,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

/** Where each key leads, one after the other, a tenth of a second apart. */
function walk(start: number, keys: readonly string[]): (number | undefined)[] {
  const typed: TypedSoFar = { text: '', at: 0 };
  let index = start;
  return keys.map((key, step) => {
    const next = nextItem(press(key, 1000 + 100 * step), index, NAMES, typed);
    index = next ?? index;
    return next;
  });
}

test.each([
  [0, ['ArrowDown', 'ArrowDown'], [1, 2]],
  [5, ['ArrowDown'], [0]],
  [0, ['ArrowUp', 'ArrowUp'], [5, 4]],
  [-1, ['ArrowDown'], [0]],
  [-1, ['ArrowUp'], [5]],
  [3, ['Home', 'End'], [0, 5]],
  [0, ['c'], [2]],
  [0, ['G'], [3]],
  [0, ['g', 'g', 'g', 'g'], [3, 4, 5, 3]],
  [0, ['g', 'h', ' ', 'r'], [3, 4, 4, 5]],
  [0, ['x'], [undefined]],
  [0, [' '], [undefined]],
  [0, ['Enter', 'F5'], [undefined, undefined]],
] as const)('from %s, %j leads to %j', (start, keys, expected) => {
  expect(walk(start, keys)).toStrictEqual(expected);
});

test('after a pause letters begin anew, and shortcuts are no letters', () => {
  const typed: TypedSoFar = { text: '', at: 0 };
  expect(nextItem(press('g', 1000), 0, NAMES, typed)).toBe(3);
  expect(nextItem(press('c', 1701), 3, NAMES, typed)).toBe(2);
  expect(nextItem(press('g', 1800, { ctrlKey: true }), 2, NAMES, typed)).toBeUndefined();
  expect(nextItem(press('g', 5000), 0, [], typed)).toBeUndefined();
});
