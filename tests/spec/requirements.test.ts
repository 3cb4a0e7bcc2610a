// README.md lists what the RFC requires, with the test files that show it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const FOLDER = join(ROOT, 'tests/spec');
const ROWS = [...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| (ATIP-(\S+)-(\d+)) \|.*\|$/gm)].map(
  ([row, id = '', section = '', number]) => {
    const [, state = ''] = /\| ((?:shown|in part|open);.*) \|$/.exec(row) ?? [];
    return {
      id,
      section,
      number: Number(number),
      state,
      files: [...state.matchAll(/[\w./-]+\.test\.ts/g)].map(([file]) => file),
    };
  },
);

test('ids are there once, numbered from 1 in each section', () => {
  const next = new Map<string, number>();
  const expected = ROWS.map(({ section }) => {
    next.set(section, (next.get(section) ?? 0) + 1);
    return `ATIP-${section}-${next.get(section)}`;
  });
  expect(ROWS.map(({ id }) => id)).toStrictEqual(expected);
  expect(ROWS.length).toBeGreaterThan(70);
});

test('every requirement names test files that exist, or says what is open', () => {
  const unproven = ROWS.filter(({ state, files }) => files.length === 0 && !state.startsWith('open; issue '));
  expect(unproven).toStrictEqual([]);
  const gone = ROWS.flatMap(({ files }) => files).filter((file) => !existsSync(join(ROOT, file)));
  expect([...new Set(gone)]).toStrictEqual([]);
});

test('the ids that titles in this folder carry are in the list, under their file', () => {
  const carried = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => {
      const ids = readFileSync(join(FOLDER, file), 'utf8').match(/(?<=['"`])ATIP-[\w.]+-\d+(?= )/g) ?? [];
      return ids.map((id) => ({ id, file: `tests/spec/${file}` }));
    });
  expect(carried.length).toBeGreaterThan(10);
  const unlisted = carried.filter(({ id, file }) => !ROWS.some((row) => row.id === id && row.files.includes(file)));
  expect(unlisted).toStrictEqual([]);
});
