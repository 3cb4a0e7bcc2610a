// The checklists of this folder, one for each document, list what the specifications require, with the test files that show it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const FOLDER = join(ROOT, 'tests/spec');

/** The lists, and how many rows each has at least. */
const LISTS = [
  ['rfc.md', 'ATIP', 90],
  ['bridge-api.md', 'API', 40],
  ['bridge-design.md', 'BD', 35],
  ['execute-design.md', 'ED', 40],
  ['provider-schema.md', 'IK', 10],
] as const;

const ID = '(?:ATIP|API|BD|ED|IK)-[\\w.]+-\\d+';

function rowsOf(list: string) {
  return [...readFileSync(join(FOLDER, list), 'utf8').matchAll(/^\| ((\w+-\S+)-(\d+)) \|.*\|$/gm)].map(
    ([row, id = '', section = '', number]) => {
      const [, state = ''] = /\| ((?:shown|in part|open);.*) \|$/.exec(row) ?? [];
      const files = [...state.matchAll(/[\w./-]+\.test(?:-d)?\.ts/g)].map(([file]) => file);
      return { id, section, number: Number(number), state, files };
    },
  );
}

const ROWS = LISTS.flatMap(([list]) => rowsOf(list));

test.each(LISTS)('%s: ids are there once, of one kind, numbered from 1 in each section', (list, kind, least) => {
  const rows = rowsOf(list);
  const next = new Map<string, number>();
  const expected = rows.map(({ section }) => {
    next.set(section, (next.get(section) ?? 0) + 1);
    return `${section}-${next.get(section)}`;
  });
  expect(rows.map(({ id }) => id)).toStrictEqual(expected);
  expect(rows.filter(({ id }) => !id.startsWith(`${kind}-`))).toStrictEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(least);
});

test('every requirement names test files that exist, or says what is open', () => {
  const unproven = ROWS.filter(({ state, files }) =>
    state.startsWith('open; ')
      ? state.length < 20
      : files.length === 0 || (state.startsWith('in part') && !/`; ./.test(state)),
  );
  expect(unproven).toStrictEqual([]);
  const gone = ROWS.flatMap(({ files }) => files).filter((file) => !existsSync(join(ROOT, file)));
  expect([...new Set(gone)]).toStrictEqual([]);
});

test('the ids that titles in this folder carry are in the lists, under their file', () => {
  const carried = readdirSync(FOLDER)
    .filter((file) => /\.test(?:-d)?\.ts$/.test(file))
    .flatMap((file) => {
      const ids = readFileSync(join(FOLDER, file), 'utf8').match(new RegExp(`(?<=['"\` ])${ID}(?= )`, 'g')) ?? [];
      return ids.map((id) => ({ id, file: `tests/spec/${file}` }));
    });
  expect(carried.length).toBeGreaterThan(25);
  const unlisted = carried.filter(({ id, file }) => !ROWS.some((row) => row.id === id && row.files.includes(file)));
  expect(unlisted).toStrictEqual([]);
});

test('the deviations that tests of this folder name are on their page', () => {
  const page = readFileSync(join(ROOT, 'docs/deviations.md'), 'utf8');
  const named = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').match(/(?<=['(])D\d+(?=['),])/g) ?? []);
  expect(named.length).toBeGreaterThan(15);
  expect([...new Set(named)].filter((number) => !page.includes(`\n| ${number} |`))).toStrictEqual([]);
});
