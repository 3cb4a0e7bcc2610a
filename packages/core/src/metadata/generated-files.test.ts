import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');
const SCRIPTS = ['scripts/generate-schemas.mjs', 'scripts/generate-validators.mjs'];
const FOLDER = 'packages/core/src/metadata/generated';
const TABLE = `${FOLDER}/schema-table.ts`;
let copy: string | undefined;

afterEach(() => {
  if (copy !== undefined) {
    rmSync(copy, { recursive: true });
    copy = undefined;
  }
});

function check(root: string, script: string): readonly [number | null, string] {
  const { status, stderr } = spawnSync(process.execPath, [join(root, script), '--check'], { encoding: 'utf8' });
  return [status, stderr];
}

/** A copy of the generators and of what they wrote, with the schema changed after that. */
function copyWithSchema(change: (schema: string) => string): string {
  copy = mkdtempSync(join(tmpdir(), 'atip-generated-'));
  cpSync(join(ROOT, 'schema'), join(copy, 'schema'), { recursive: true });
  cpSync(join(ROOT, 'scripts'), join(copy, 'scripts'), { recursive: true });
  mkdirSync(join(copy, FOLDER), { recursive: true });
  copyFileSync(join(ROOT, TABLE), join(copy, TABLE));
  const schema = join(copy, 'schema/0.4.json');
  const text = readFileSync(schema, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(schema, change(text));
  return copy;
}

test('a change of the schema makes what was generated stale', () => {
  const root = copyWithSchema((schema) => schema.replace('"homepage": {', '"homePage": {'));
  const results = SCRIPTS.map((script) => check(root, script));
  expect(results.map(([status]) => status)).toStrictEqual([1, 1]);
  expect(results.map(([, stderr]) => stderr.split(':')[0])).toStrictEqual([
    'schema/0.1.json is stale',
    `${TABLE} is stale`,
  ]);
});
