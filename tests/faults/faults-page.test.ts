import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { PAGE, readDocumented } from './documented.ts';

const rows = readDocumented();

/** Every fault that is injected, and how many places it is injected at. */
const FAULTS = {
  'A full disk': 12,
  'No file descriptors left': 3,
  'Not allowed': 6,
  'Something is killed': 10,
  'Damaged files': 11,
  'The clock jumps': 5,
  'Something is slow or stuck': 9,
};

test('every fault has its table, and no row is there twice', () => {
  const counts: Record<string, number> = {};
  for (const { fault } of rows) counts[fault] = (counts[fault] ?? 0) + 1;
  expect(counts).toStrictEqual(FAULTS);
  expect(new Set(rows.map(({ fault, where }) => `${fault}: ${where}`)).size).toBe(rows.length);
});

test.each(rows.map((row) => [`${row.fault}: ${row.where}`, row] as const))(
  '%s: its tests exist',
  (_name, { where, tests, told }) => {
    expect(tests.length, `${PAGE} names no test`).toBeGreaterThan(0);
    for (const { file, titles } of tests) {
      const source = readFileSync(join(ROOT, file), 'utf8');
      for (const title of titles.length === 0 ? [where] : titles) expect(source).toContain(title);
      // The suite's own are checked word by word as they run; those of others only by their titles.
      expect(titles.length === 0, file).toBe(file.startsWith('tests/faults/'));
      // Without a code span there would be nothing for it to see.
      if (titles.length === 0) expect(told.length, `${PAGE} promises nothing literally`).toBeGreaterThan(0);
    }
  },
);
