import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { compareFigures, type Figures, type RecordedFigures } from './figure.ts';
import { measureAllocations } from './measure-allocations.ts';
import { measureProcesses } from './measure-processes.ts';
import { measureLinks, measurePageStart, measureSizesOfImports, measureWorker } from './measure-sizes.ts';

/** Bytes with gzip that the page may start with, as was promised once and for all. */
const START_LIMIT = 150_000;

const recorded: RecordedFigures = JSON.parse(readFileSync(join(ROOT, 'tests/figures/figures.json'), 'utf8'));

/** Those of what was recorded that have one of the names that were measured, or begin as they do. */
function differences(measured: Figures, kind: string): string[] {
  const own = Object.entries(recorded).filter(([name]) => name.startsWith(kind));
  return compareFigures(Object.fromEntries(own), measured);
}

test('imports, the Worker and share links are as large as they were', { timeout: 60_000 }, async () => {
  const measured = { ...(await measureSizesOfImports()), ...(await measureWorker()), ...measureLinks() };
  expect(differences(measured, 'size: ')).toStrictEqual([]);
});

test('the page starts with as much as it did: editor, panels and compiler come when they are needed', {
  timeout: 120_000,
}, async () => {
  const { figures, laterFiles } = await measurePageStart();
  expect(differences(figures, 'start: ')).toStrictEqual([]);
  expect(figures['start: scripts of the page, gzipped']?.value).toBeLessThanOrEqual(START_LIMIT);
  // What is measured is the page that is used: Monaco is in it, and is no part of its start.
  expect(laterFiles[0]?.gzipped).toBeGreaterThan(500_000);
});

test('compiling, filtering and checking allocate as much as they did', { timeout: 60_000 }, async () => {
  expect(differences(await measureAllocations(), 'allocated: ')).toStrictEqual([]);
});

test('a scan, a call and a list start as many processes and read as much as they did', {
  timeout: 60_000,
}, async () => {
  expect(differences(await measureProcesses(), 'machine: ')).toStrictEqual([]);
});
