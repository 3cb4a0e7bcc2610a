import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Requirement } from './requirement.ts';
import { REQUIREMENTS } from './requirements.ts';
import { requirementsTable } from './requirements-table.ts';
import { testTitles } from './test-titles.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** A checkout of this repository alone does not have it. */
const RFC = join(ROOT, '../shared/spec/atip-rfc-0.3.md');
const ID = /^ATIP-(?:\d+(?:\.\d+)*|[A-Z])-\d+\b/;

const KNOWN = new Map(REQUIREMENTS.map((requirement) => [requirement.id as string, requirement]));
const titles = new Map<string, ReadonlySet<string>>();

/** Everything wrong with a citation; nothing when its test is there. */
function problemsOf(citation: string): string[] {
  const [file = '', ...rest] = citation.split(' > ');
  if (!existsSync(join(ROOT, file))) return [`there is no ${file}`];
  const known = titles.get(file) ?? new Set(testTitles(readFileSync(join(ROOT, file), 'utf8')).flat());
  titles.set(file, known);
  return known.has(rest.join(' > ')) ? [] : [`${file} has no test "${rest.join(' > ')}"`];
}

function sectionOf({ id }: Pick<Requirement, 'id'>): string {
  return id.slice('ATIP-'.length, id.lastIndexOf('-'));
}

test('every id is there once, numbered from 1 in each section', () => {
  const next = new Map<string, number>();
  const expected = REQUIREMENTS.map((requirement) => {
    const section = sectionOf(requirement);
    const number = (next.get(section) ?? 0) + 1;
    next.set(section, number);
    return `ATIP-${section}-${number}`;
  });
  expect(REQUIREMENTS.map(({ id }) => id)).toStrictEqual(expected);
});

test('every requirement names tests, or the issue that brings what is missing', () => {
  const silent = REQUIREMENTS.filter(({ tests = [], open }) => tests.length === 0 && open === undefined);
  expect(silent).toStrictEqual([]);
  const wrong = REQUIREMENTS.filter(({ open }) => open !== undefined && !/^issue [3-9]: \S/.test(open));
  expect(wrong).toStrictEqual([]);
});

test('every cited test exists under its exact title', () => {
  const problems = REQUIREMENTS.flatMap(({ id, tests = [] }) =>
    tests.flatMap(problemsOf).map((problem) => `${id}: ${problem}`),
  );
  expect(problems).toStrictEqual([]);
});

test('a citation of what is not there is noticed', () => {
  const own = 'tests/spec/requirements.test.ts';
  expect(problemsOf(`${own} > a citation of what is not there is noticed`)).toStrictEqual([]);
  expect(problemsOf(`${own} > a citation of what is not there`)).toStrictEqual([
    `${own} has no test "a citation of what is not there"`,
  ]);
  expect(problemsOf('tests/spec/none.test.ts > x')).toStrictEqual(['there is no tests/spec/none.test.ts']);
});

test('every test of tests/spec that bears an id is cited under it', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
  const bearing = files.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    return testTitles(source).flatMap((group) => (group[0]?.startsWith('ATIP-') ? [{ file, group }] : []));
  });
  expect(bearing.length).toBeGreaterThan(10);
  const uncited = bearing.filter(({ file, group }) => {
    const id = ID.exec(group[0] ?? '')?.[0] ?? '';
    const tests = KNOWN.get(id)?.tests ?? [];
    return !group.some((title) => tests.includes(`tests/spec/${file} > ${title}`));
  });
  expect(uncited).toStrictEqual([]);
});

test('what shares a key word shares it with one of the same section and level', () => {
  const wrong = REQUIREMENTS.filter((requirement) => {
    const { under, level } = requirement;
    const head = under === undefined ? undefined : KNOWN.get(under);
    const fits = head && head.under === undefined && head.level === level && sectionOf(head) === sectionOf(requirement);
    return under !== undefined && (level === 'rule' || !fits);
  });
  expect(wrong).toStrictEqual([]);
});

test('every key word of the RFC is accounted for, section by section', ({ skip }) => {
  if (!existsSync(RFC)) skip('left out: ../shared/spec/atip-rfc-0.3.md is not here');
  const listed = REQUIREMENTS.filter(({ level, under }) => level !== 'rule' && under === undefined);
  const ours = listed.map((requirement) => `§${sectionOf(requirement)} ${requirement.level}`);
  let section = '';
  const theirs = readFileSync(RFC, 'utf8')
    .split('\n')
    .flatMap((line) => {
      section = /^#+ (\d+(?:\.\d+)*)[. ]/.exec(line)?.[1] ?? section;
      return (line.match(/\b(?:MUST|SHOULD|SHALL)(?: NOT)?\b/g) ?? []).map((word) => `§${section} ${word}`);
    });
  expect(theirs.length).toBeGreaterThan(10);
  expect([...ours].sort()).toStrictEqual([...theirs].sort());
});

test('README.md is the table of these', async () => {
  await expect(requirementsTable(REQUIREMENTS)).toMatchFileSnapshot('README.md');
});
