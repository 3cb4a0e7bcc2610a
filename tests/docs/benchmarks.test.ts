// The lines that docs/benchmarks.md counts are those of tests/lines.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');

/** The dangerous and the harmless lines of some files. */
function labelled(...names: string[]): [number, number] {
  const rows = names.flatMap((name) =>
    readFileSync(new URL(`../lines/${name}.tsv`, import.meta.url), 'utf8').split('\n'),
  );
  const count = (label: string) => rows.filter((row) => row.startsWith(`${label}\t`)).length;
  return [count('ask'), count('run')];
}

/** The second column of the table of decisions, by the first. */
function counted(): Map<string, [number, number]> {
  const rows = page.matchAll(/^\| ([^|]+) \| (\d+) · (\d+) \|/gm);
  return new Map([...rows].map(([, name = '', dangerous, harmless]) => [name, [Number(dangerous), Number(harmless)]]));
}

test('the table of decisions counts every labelled line once', () => {
  const { '**all**': all, 'of these, in `kept.tsv`': kept, ...groups } = Object.fromEntries(counted());
  const sum = (at: 0 | 1) => Object.values(groups).reduce((total, group) => total + group[at], 0);
  expect(all).toStrictEqual(labelled('open', 'kept', 'day'));
  expect(kept).toStrictEqual(labelled('kept'));
  expect([sum(0), sum(1)]).toStrictEqual(all);
});
