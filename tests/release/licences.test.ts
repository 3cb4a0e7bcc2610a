import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { ROOT, readSources } from '../architecture/read-imports.ts';
import { isAllowedLicence } from './is-allowed-licence.ts';
import { bundledPackages, writeNotices } from './notices.ts';
import { PUBLIC_PACKAGES, readManifest } from './public-packages.ts';
import { isForeign, shippedPackages } from './shipped-packages.ts';

test.each([
  ['MIT', true],
  ['(MPL-2.0 OR Apache-2.0)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0-only', false],
  ['(GPL-2.0 OR MPL-2.0)', false],
  ['SEE LICENSE IN LICENSE', false],
  ['((MIT OR ISC) AND GPL-3.0)', false],
  ['', false],
  [undefined, false],
])('a package under %j: %j', (expression, expected) => {
  expect(isAllowedLicence(expression)).toBe(expected);
});

test('everything that is shipped or installed with it may be, and its own package.json says so', () => {
  const foreign = shippedPackages().filter(isForeign);
  expect(foreign.length).toBeGreaterThan(100);
  const doubtful = foreign.filter(({ path, license, version }) => {
    const own: { license?: unknown; version?: unknown } = JSON.parse(
      readFileSync(join(ROOT, path, 'package.json'), 'utf8'),
    );
    return !isAllowedLicence(license) || own.license !== license || own.version !== version;
  });
  expect(doubtful).toStrictEqual([]);
});

test('our own packages are MIT, with the text beside them', () => {
  const text = readFileSync(join(ROOT, 'LICENSE'), 'utf8');
  for (const { folder } of PUBLIC_PACKAGES) {
    expect([folder, readManifest(folder).license]).toStrictEqual([folder, 'MIT']);
    expect(readFileSync(join(ROOT, folder, 'LICENSE'), 'utf8')).toBe(text);
  }
});

test('the notices name everything that the Worker is bundled from', async () => {
  const build = await rolldown({
    input: join(ROOT, 'server/src/edge.ts'),
    platform: 'neutral',
    resolve: {
      alias: {
        '@atip/core': join(ROOT, 'packages/core/src/index.ts'),
        '@atip/share': join(ROOT, 'packages/share/src/index.ts'),
      },
    },
    transform: { define: { ATIP_VERSION: '"0"' } },
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  const names = modules.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  const bundled = [...new Set(names)].sort();
  expect(bundled).toStrictEqual(['@cfworker/json-schema', 'fflate', 'hono']);
  expect(unnamed(bundled)).toStrictEqual([]);
});

test('the notices name every package that the page imports, and what those depend on', () => {
  const specifiers = readSources('web/src').flatMap(({ imports }) => imports);
  const names = specifiers
    .filter((name) => !name.startsWith('.') && !name.startsWith('@atip/'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  const imported = [...new Set(names)].sort();
  expect(imported).toContain('monaco-editor');
  expect(unnamed(imported)).toStrictEqual([]);
});

/** Which of these no line of the page's notices names. */
function unnamed(names: readonly string[]): readonly string[] {
  const notices = writeNotices('page');
  return names.filter((name) => !notices.includes(`\n${name} `));
}

test('each licence stands in the notices with its holder', () => {
  const notices = writeNotices('page');
  const wanted = [
    ...bundledPackages('page').map(({ name, version }) => `\n${name} ${version} (`),
    'Copyright (c) Meta Platforms, Inc. and affiliates.',
    'Copyright (c) Jeremy Danyow <jdanyow@gmail.com>',
    'Copyright (c) 2019-present, VoidZero Inc. and Vite contributors',
    // Of what Monaco has in it.
    'THIRD-PARTY SOFTWARE NOTICES AND INFORMATION',
  ];
  expect(wanted.filter((text) => !notices.includes(text))).toStrictEqual([]);
});

test('the built page has the notices of now', () => {
  expect(existsSync(join(ROOT, 'web/dist/index.html'))).toBe(true);
  expect(readFileSync(join(ROOT, 'web/dist/THIRD_PARTY_LICENSES.txt'), 'utf8') === writeNotices('page')).toBe(true);
});

test('the shims have the notices of now', () => {
  expect(readFileSync(join(ROOT, 'packages/shims/THIRD_PARTY_LICENSES.txt'), 'utf8') === writeNotices('shims')).toBe(
    true,
  );
});
