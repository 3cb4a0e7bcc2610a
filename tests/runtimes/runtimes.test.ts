import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { type Ground, layGround, writeSuite } from './lay-ground.ts';
import { readGoldenFiles } from './read-documents.ts';
import type { RuntimeReport } from './report.ts';
import { type Row, RUNTIMES, runMatrix } from './run-matrix.ts';
import { runProgram } from './run-program.ts';

/** Of all groups together; a case that goes missing everywhere would otherwise be missed by nobody. */
const CASES = 1057;
const NODE = RUNTIMES.slice(0, 1);

let ground: Ground;
let rows: ReadonlyMap<string, Row>;

beforeAll(async () => {
  await runProgram(process.execPath, ['scripts/ensure-folder.mjs', 'tests/runtimes'], { cwd: ROOT });
  ground = await layGround();
  rows = new Map((await runMatrix(ground.directory)).map((row) => [row.name, row]));
}, 900_000);
afterAll(() => ground?.remove());

/** What a runtime reported. @throws its own error, with what it said */
function reportOf(row: Row | undefined): RuntimeReport {
  if (row !== undefined && 'report' in row) return row.report;
  throw row !== undefined && 'error' in row ? row.error : new Error('It was not run.');
}

test.each(RUNTIMES.map(({ name }) => name))('%s gives what the golden files say, byte for byte', (name) => {
  const row = rows.get(name);
  if (row !== undefined && 'leftOut' in row) {
    // Only what a plain system does not have may be missing, and never silently.
    expect(name).toBe('Firefox');
    process.stderr.write(`Firefox is left out of the matrix: ${row.leftOut}.\n`);
    return;
  }
  const { cases } = reportOf(row);
  expect(cases.filter(({ equal }) => !equal)).toStrictEqual([]);
  expect(cases).toHaveLength(CASES);
});

test('each is the runtime that its row says, and lives where it should', () => {
  const facts = (name: string): unknown => {
    const { version, locale, timeZone, nodeGlobals } = reportOf(rows.get(name));
    const what = /Node \d+|Deno|Bun|workerd|HeadlessChrome/.exec(version)?.[0];
    return [what, locale, timeZone, nodeGlobals.includes('process')];
  };
  expect(RUNTIMES.filter(({ name }) => name !== 'Firefox').map(({ name }) => facts(name))).toStrictEqual([
    ['Node 20', 'en-US', 'UTC', true],
    ['Node 20', 'tr-TR', 'Pacific/Kiritimati', true],
    ['Node 22', 'en-US', 'UTC', true],
    ['Node 24', 'tr-TR', 'Pacific/Kiritimati', true],
    ['Deno', 'en-US', 'UTC', true],
    ['Bun', 'en-US', 'UTC', true],
    ['workerd', 'en-US', 'UTC', false],
    ['HeadlessChrome', 'tr-TR', 'Pacific/Kiritimati', false],
  ]);
});

test('one letter, one digest, one missing and one surplus case in the golden files are seen', async () => {
  const golden = readGoldenFiles();
  const changed = {
    ...golden,
    calls: replaceOnce(golden['calls'], '"gh_pr_create"', '"gh_pr_creatf"'),
    compile: replaceOnce(golden['compile'], /= sha256 (.)(.)/, '= sha256 $2$1'),
    text: replaceOnce(golden['text'], '# numbers\n', '# other numbers\n'),
  };
  await writeSuite(ground.directory, changed);
  const [row] = await runMatrix(ground.directory, NODE);
  const unequal = reportOf(row).cases.filter(({ equal }) => !equal);
  expect(
    unequal.map(({ group, name, difference = '' }) => [group, name, difference.replace(/ .*/s, '')]),
  ).toStrictEqual([
    ['compile', 'small for openai, plain', 'SHA-256'],
    ['calls', 'openai, whole', 'at'],
    ['text', 'numbers', 'no'],
    ['text', 'other numbers', 'the'],
  ]);
}, 300_000);

test('a tarball holds what is built and nothing else', () => {
  const surplus = Object.values(ground.packed).flatMap((paths) =>
    paths.filter(
      (path) =>
        !/^(?:package\.json|README\.md|LICENSE|THIRD_PARTY_LICENSES\.txt|dist\/[\w/.-]+\.(?:js|d\.ts))$/.test(path),
    ),
  );
  const tests = Object.values(ground.packed).flatMap((paths) =>
    paths.filter((path) => /testing\/|\.test|fixtures|tsbuildinfo/.test(path)),
  );
  expect([surplus, tests]).toStrictEqual([[], []]);
  expect(Object.keys(ground.packed)).toStrictEqual(['core', 'share', 'shims']);
  for (const paths of Object.values(ground.packed)) expect(paths).toContain('dist/index.js');
});

/** @throws Error when there is nothing to replace: a change that changes nothing would prove nothing */
function replaceOnce(text: string | undefined, what: string | RegExp, by: string): string {
  const changed = text?.replace(what, by);
  if (changed === undefined || changed === text) throw new Error(`Nothing matches ${String(what)}.`);
  return changed;
}
