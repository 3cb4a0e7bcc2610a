import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const FOLDER = 'docs/findings';
const STATES = ['mended', 'not mended', 'not a fault'];

interface Finding {
  /** Unique over all pages. */
  readonly id: string;
  readonly text: string;
  readonly state: string;
  /** "`path` › title", separated by semicolons, or a reason in words. */
  readonly shownBy: string;
}

/** The rows of all tables of a page whose head is `| id | finding | state | test or reason |`. */
function readFindings(markdown: string): Finding[] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|'));
  const cells = lines.map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|')));
  return cells
    .filter(([, first = '']) => first !== 'id' && !/^:?-+:?$/.test(first))
    .map(([, id = '', text = '', state = '', ...rest]) => ({ id, text, state, shownBy: rest.slice(0, -1).join('|') }));
}

/** The tests that a cell names. */
function readTests({ shownBy }: Finding): { path: string; title: string }[] {
  return [...shownBy.matchAll(/`([^`]+)` › (.+?)(?=; `[^`]+` › |$)/g)].map(([, path = '', title = '']) => ({
    path,
    title,
  }));
}

/** The first argument of `test(…)`, `test.runIf(…)(…)` or `describe.each(…)(…)`, where it is a text. */
const TITLE = /(?:\b(?:test|it|describe)[\w.]*|[)`])\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;

const titles = new Map<string, ReadonlySet<string>>();

/** The titles that a file gives to `test`, `it` and `describe`, as they are written, with `%s` and `$name`. */
function titlesOf(path: string): ReadonlySet<string> {
  const known = titles.get(path);
  if (known !== undefined) return known;
  const source = readFileSync(join(ROOT, path), 'utf8');
  const found = new Set([...source.matchAll(TITLE)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1')));
  titles.set(path, found);
  return found;
}

/** A test of types has no titles: there a sentence of a comment is one. */
function has(path: string, title: string): boolean {
  return path.endsWith('.test-d.ts')
    ? readFileSync(join(ROOT, path), 'utf8').includes(title)
    : titlesOf(path).has(title);
}

/** Everything that is wrong with a row, in words. */
function faultsOf(finding: Finding): string[] {
  const tests = readTests(finding);
  const missing = tests.filter(({ path, title }) => !existsSync(join(ROOT, path)) || !has(path, title));
  return [
    ...(finding.text === '' ? ['says nothing'] : []),
    ...(STATES.includes(finding.state) ? [] : [`state "${finding.state}"`]),
    ...(finding.shownBy === '' ? ['has neither test nor reason'] : []),
    ...(finding.state === 'mended' && tests.length === 0 && !/\d/.test(finding.shownBy)
      ? ['is mended without a test or a figure']
      : []),
    ...missing.map(({ path, title }) => `no test ${path} › ${title}`),
  ].map((fault) => `${finding.id}: ${fault}`);
}

describe('the pages of findings', () => {
  const pages = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.md'));
  const findings = pages.flatMap((name) => readFindings(readFileSync(join(ROOT, FOLDER, name), 'utf8')));

  test('have rows, and no id twice', () => {
    const ids = findings.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter((id, at) => id === '' || ids.indexOf(id) !== at)).toStrictEqual([]);
  });

  test('name a test that exists, or a reason, in each row', () => {
    expect(findings.flatMap(faultsOf)).toStrictEqual([]);
  });
});

test.each([
  ['| X1 | a | mended | |', ['X1: has neither test nor reason', 'X1: is mended without a test or a figure']],
  ['| X1 | a | mended | because |', ['X1: is mended without a test or a figure']],
  ['| X1 | a | mended | 77 lines |', []],
  ['| X1 | | not mended | because |', ['X1: says nothing']],
  ['| X1 | a | open | because |', ['X1: state "open"']],
  ['| X1 | a | mended | `tests/none.test.ts` › b |', ['X1: no test tests/none.test.ts › b']],
  [
    '| X1 | a | mended | `tests/docs/findings.test.ts` › have rows, and no id twice; `tests/docs/findings.test.ts` › have rows |',
    ['X1: no test tests/docs/findings.test.ts › have rows'],
  ],
  ['| X1 | a | not mended | because |', []],
])('a row is judged: %s', (row, faults) => {
  expect(readFindings(row).flatMap(faultsOf)).toStrictEqual(faults);
});
