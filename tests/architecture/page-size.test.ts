import { expect, onTestFinished, test, vi } from 'vitest';
import { gzippedSum, measurePage } from '../bench/page-sizes.ts';
import { sizeTable } from '../bench/sizes.ts';
import { ROOT } from './read-imports.ts';

/** Bytes with gzip. */
const ENTRY_LIMIT = 150_000;

test('the page starts with little: editor, panels and compiler come when they are needed', {
  timeout: 120_000,
}, async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('NODE_ENV', 'production');
  const { entry, lazy } = await measurePage(ROOT);
  process.stdout.write(`${sizeTable(entry)}\n`);
  expect(gzippedSum(entry)).toBeLessThanOrEqual(ENTRY_LIMIT);
  // What is measured is the page that is used: Monaco is in it, and is no part of its start.
  expect(lazy[0]?.gzipped).toBeGreaterThan(500_000);
});
