// needs: python3, python3-click
// The importers say of a program what the program says of itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fromArgparse, fromClick, type Imported } from '@atip/importers';
import { asRecord } from '@atip/core/internal';
import { expect, onTestFinished, test } from 'vitest';
import { readBlocks } from '../docs/read-blocks.ts';
import { AGENT, PROGRAMS, pythonJson } from './python.ts';

const CASES = 150;
const GUIDE = 'docs/guides/speak-atip-other-languages.md';

/** Pairs of what a framework knows and what `atip_agent` says; the dump of argparse is made by the script of the guide. */
function dumps(framework: 'argparse' | 'click'): readonly (readonly unknown[])[] {
  const directory = mkdtempSync(join(tmpdir(), 'atip-dump-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const script = readBlocks(GUIDE).find(({ title }) => title === 'dump_argparse.py')?.text ?? '';
  writeFileSync(join(directory, 'dump_argparse.py'), script);
  const program = join(PROGRAMS, `round_trip_${framework}.py`);
  const env = { PYTHONPATH: [AGENT, directory].join(delimiter) };
  const found = pythonJson([program, 'dump', 'seed of dumps', String(CASES)], { env });
  return Array.isArray(found) ? found.filter((pair: unknown) => Array.isArray(pair)) : [];
}

/** Without what only one of them can know: who says it, and where `--` is stated. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const { atip: _a, trust: _t, name: _n, version: _v, 'x-end-of-options': ends, ...fields } = asRecord(value);
  const kept = ends === false ? { ...fields, 'x-end-of-options': false } : fields;
  return Object.fromEntries(Object.entries(kept).map(([key, member]) => [key, comparable(member)]));
}

const IMPORTERS: Readonly<Record<'argparse' | 'click', (dump: unknown) => Imported>> = {
  argparse: fromArgparse,
  click: fromClick,
};

test.each(['argparse', 'click'] as const)('%s', { timeout: 120_000 }, (framework) => {
  const pairs = dumps(framework);
  expect(pairs.length).toBe(CASES);
  for (const [dump, document] of pairs) {
    const { tool, issues } = IMPORTERS[framework](dump);
    expect(issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
    expect(comparable(tool)).toStrictEqual(comparable(document));
  }
});
