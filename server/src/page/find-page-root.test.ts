import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPageRoot } from './find-page-root.ts';

function prepare(...pages: readonly string[]): readonly string[] {
  const base = mkdtempSync(join(tmpdir(), 'atip-test-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  for (const name of ['one', 'two']) mkdirSync(join(base, name));
  for (const name of pages) writeFileSync(join(base, name, 'index.html'), '');
  return [join(base, 'one'), join(base, 'two')];
}

test.each([
  [['one', 'two'], 'one'],
  [['two'], 'two'],
  [[], 'two'],
])('with a page in %j it is %s', (pages, expected) => {
  expect(
    findPageRoot(prepare(...pages))
      .split('/')
      .at(-1),
  ).toBe(expected);
});

test('the package is published with the page in the place where it is looked for', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest).toMatchObject({
    files: ['dist', '!dist/.tsbuildinfo', '!dist/edge', '!dist/edge.*', 'page'],
    scripts: { prepack: 'node ../scripts/pack-page.mjs', postpack: 'node ../scripts/pack-page.mjs --remove' },
  });
});
