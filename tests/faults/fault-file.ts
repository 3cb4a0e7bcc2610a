import { afterAll, expect, test } from 'vitest';
import { type FaultRow, holds, readDocumented } from './documented.ts';

/** Checks that a promise of the page came true; @param saw all that a user, or a program, was told. */
export type Expect = (saw: string) => void;

/**
 * Makes the tests of one file: each is named after a row of docs/faults.md, and has to see what that row promises.
 *
 * At the end the file's rows are printed; a row that names this file and has no test in it is a failure.
 * @param file from the repository's root.
 */
export function faultFile(file: string): (fault: string, where: string, body: (told: Expect) => Promise<void>) => void {
  const mine = readDocumented().filter(({ tests }) =>
    tests.some((one) => one.file === file && one.titles.length === 0),
  );
  const seen = new Map<FaultRow, string>();
  const written = new Set<FaultRow>();
  afterAll(() => {
    expect(mine.filter((row) => !written.has(row)).map(({ where }) => where)).toStrictEqual([]);
    const lines = [...seen].map(([{ fault, where }, saw]) => `| ${fault} | ${where} | ${saw} |`);
    process.stdout.write(`\n${['| fault | where | told |', '|---|---|---|', ...lines].join('\n')}\n`);
  });
  return (fault, where, body) => {
    const row = mine.find((one) => one.fault === fault && one.where === where);
    if (row !== undefined) written.add(row);
    test(where, { timeout: 120_000 }, async () => {
      if (row === undefined)
        throw new Error(`docs/faults.md has no row "${where}" under "${fault}" that names ${file}.`);
      await body((saw) => {
        const missing = row.told.filter((span) => !holds(saw, span));
        expect(missing, `what is promised and was not seen in:\n${saw}`).toStrictEqual([]);
        seen.set(row, row.told.join(' · ').replaceAll('|', '\\|'));
      });
      expect(seen.has(row), 'a test of a row has to see what it promises').toBe(true);
    });
  };
}
