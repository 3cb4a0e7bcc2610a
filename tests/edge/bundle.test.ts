import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { buildWorker, readWrangler } from './start-worker.ts';

/** Bytes with gzip. */
const CEILING = 86_500;

test('the Worker is one small module', () => {
  buildWorker();
  const worker = readFileSync(join(ROOT, 'server', readWrangler().main));
  const gzipped = gzipSync(worker, { level: 9 }).byteLength;
  process.stdout.write(`Worker: ${worker.byteLength} bytes, ${gzipped} with gzip\n`);
  expect(gzipped).toBeLessThanOrEqual(CEILING);
  expect(worker.toString()).not.toMatch(/\bimport\s*[({*"'\w]/);
});

test('it needs no compatibility flag, and no request is put on record', () => {
  const file: object = readWrangler();
  expect(file).not.toHaveProperty('compatibility_flags');
  expect(file).toMatchObject({ observability: { enabled: false } });
});
