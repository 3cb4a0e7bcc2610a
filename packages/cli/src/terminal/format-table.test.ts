import { expect, test } from 'vitest';
import { formatTable } from './text.ts';

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
  [33, 'git   write files, use the netwo…'],
  [20, 'git   write files, …'],
  [1, 'git   wri…'],
])('to fit %i columns the widest cells are cut', (columns, line) => {
  expect(formatTable(ROWS, columns)[1]).toBe(line);
});

test('several columns give way to each other', () => {
  const lines = formatTable([['a'.repeat(30), 'b'.repeat(30), 'c']], 23);
  expect(lines).toStrictEqual([`${'a'.repeat(8)}…  ${'b'.repeat(8)}…  c`]);
});
