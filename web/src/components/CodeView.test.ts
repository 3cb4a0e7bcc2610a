import { expect, test } from 'vitest';
import { blocksOf, lineAt, nextLine } from './CodeView.tsx';

test.each([
  [-5, 1],
  [0, 1],
  [8, 1],
  [27, 1],
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
  ['ArrowDown', 5, 6],
  ['ArrowUp', 5, 4],
  ['ArrowUp', 1, 1],
  ['ArrowDown', 100, 100],
  ['PageDown', 5, 14],
  ['PageUp', 5, 1],
  ['Home', 5, 1],
  ['End', 5, 100],
  ['a', 5, undefined],
  ['toString', 5, undefined],
])('%s leads from line %i to %s', (key, line, target) => {
  expect(nextLine(key, line, 10, 100)).toBe(target);
});
