import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const rows = read('docs/deviations.md')
  .split('\n')
  .filter((line) => /^\| D\d/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

test('deviations are numbered one after the other, and each says what, why and by what it is held', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.map(([, id]) => id)).toStrictEqual(rows.map((_row, at) => `D${at + 1}`));
  expect(rows.filter((cells) => cells.length !== 7 || cells.slice(1, 6).includes(''))).toStrictEqual([]);
});

test.each(rows.map((cells) => [cells[1], cells[5] ?? '']))('the test of %s is there', (_id, held) => {
  const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(held) ?? [];
  expect(read(path)).toContain(title);
});
