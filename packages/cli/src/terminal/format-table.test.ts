import { expect, test } from 'vitest';
import { formatTable } from './format-table.ts';
import { cutText, textWidth } from './text-width.ts';

const ROWS = [
  ['NAME', 'MAY'],
  ['git', 'write files, use the network'],
  ['x', ''],
];

test('columns are as wide as their widest cell, and no line ends in blanks', () => {
  expect(formatTable(ROWS, undefined)).toStrictEqual(['NAME  MAY', 'git   write files, use the network', 'x']);
  expect(formatTable([], 80)).toStrictEqual([]);
});

test.each([
  [34, 'git   write files, use the network'],
  [33, 'git   write files, use the netwo…'],
  [20, 'git   write files, …'],
  [10, 'git   wri…'],
  [1, 'git   wri…'],
])('to fit %i columns the widest cells are cut', (columns, line) => {
  expect(formatTable(ROWS, columns)[1]).toBe(line);
});

test('several columns give way to each other', () => {
  const lines = formatTable([['a'.repeat(30), 'b'.repeat(30), 'c']], 23);
  expect(lines).toStrictEqual([`${'a'.repeat(8)}…  ${'b'.repeat(8)}…  c`]);
});

test.each([
  ['abc', 3],
  ['世界', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['⚠️', 2],
  ['1', 1],
  ['', 0],
])('%j takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['世界世界', 5, '世界…'],
  ['世界世界', 4, '世…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['abc', 1, '…'],
])('%j in %i columns is %j', (text, columns, cut) => {
  expect(cutText(text, columns)).toBe(cut);
});
