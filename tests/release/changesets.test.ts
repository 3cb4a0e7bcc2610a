import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import getReleasePlan from '@changesets/get-release-plan';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { PUBLIC_PACKAGES, readManifest } from './public-packages.ts';

interface Config {
  readonly fixed: readonly (readonly string[])[];
  readonly access: string;
}

const CONFIG: Config = JSON.parse(readFileSync(join(ROOT, '.changeset/config.json'), 'utf8'));
const WORKSPACES = readManifest('.').workspaces ?? [];

test('a package is public, or says that it is not', () => {
  const open = WORKSPACES.filter((folder) => readManifest(folder).private !== true).sort();
  expect(open).toStrictEqual(PUBLIC_PACKAGES.map(({ folder }) => folder).sort());
  for (const { folder, name } of PUBLIC_PACKAGES) expect(readManifest(folder).name).toBe(name);
});

test('every package has the same version, which is decided for all of them at once', () => {
  expect(CONFIG.fixed).toStrictEqual([[...PUBLIC_PACKAGES.map(({ name }) => name), '@atip/playground']]);
  expect(CONFIG.access).toBe('public');
  const versions = ['.', ...WORKSPACES].map((folder) => readManifest(folder).version);
  expect([...new Set(versions)]).toHaveLength(1);
});

test('each depends on exactly that version of the others', () => {
  const { version } = readManifest('.');
  const others = WORKSPACES.flatMap((folder) => {
    const { dependencies = {}, devDependencies = {} } = readManifest(folder);
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([name, range]) => (name.startsWith('@atip/') || name === 'atip') && range !== version)
      .map(([name]) => `${folder}: ${name}`);
  });
  expect(others).toStrictEqual([]);
});

test('every change that waits can be released: its packages exist, and it says more than a name', async () => {
  const { changesets, releases } = await getReleasePlan(ROOT);
  const files = readdirSync(join(ROOT, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(changesets.map(({ id }) => `${id}.md`).sort()).toStrictEqual(files.sort());
  for (const { summary } of changesets) expect(summary).toMatch(/^\S.*\.$/s);
  const next = new Set(releases.map(({ newVersion }) => newVersion));
  expect(next.size).toBe(files.length === 0 ? 0 : 1);
});
