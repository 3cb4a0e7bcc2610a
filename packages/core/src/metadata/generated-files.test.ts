import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');
const SCRIPTS = ['scripts/generate-schemas.mjs', 'scripts/generate-validators.mjs'];
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

test.each(SCRIPTS)('%s has been run', (script) => {
  expect(check(ROOT, script)).toStrictEqual([0, '']);
});

test('a change of the schema makes what was generated stale', () => {
  copy = mkdtempSync(join(tmpdir(), 'atip-generated-'));
  cpSync(join(ROOT, 'schema'), join(copy, 'schema'), { recursive: true });
  cpSync(join(ROOT, 'scripts'), join(copy, 'scripts'), { recursive: true });
  const generated = 'packages/core/src/metadata/generated';
  mkdirSync(join(copy, generated), { recursive: true });
  for (const file of ['validate-tool.ts', 'schema-places.ts']) {
    copyFileSync(join(ROOT, generated, file), join(copy, generated, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const schema = join(copy, 'schema/0.4.json');
  writeFileSync(schema, readFileSync(schema, 'utf8').replace('"homepage": {', '"homePage": {'));
  const results = SCRIPTS.map((script) => check(copy ?? '', script));
  expect(results.map(([status]) => status)).toStrictEqual([1, 1]);
  expect(results.map(([, stderr]) => stderr.split(':')[0])).toStrictEqual([
    'schema/0.1.json is stale',
    `${generated}/validate-tool.ts is stale`,
  ]);
});
