import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { expectedFiles, roomsOf } from './contents.ts';
import { installPackages } from './install-packages.ts';
import { attwTarball, publintTarball } from './lint-tarball.ts';
import { type PackedPackage, packStaged } from './pack-staged.ts';
import { type Manifest, PUBLIC_PACKAGES } from './public-packages.ts';
import { ROOMS } from './rooms.ts';
import { stageSources } from './stage-sources.ts';
import { unwantedText } from './unwanted-text.ts';

let place = '';
let packed: readonly PackedPackage[] = [];

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'atip-release-')));
  await stageSources(join(place, 'stage'), undefined);
  packed = await packStaged(join(place, 'stage'), join(place, 'tarballs'));
  for (const { tarball, folder } of packed) {
    const directory = join(place, 'unpacked', folder);
    mkdirSync(directory, { recursive: true });
    expect(spawnSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', directory]).status).toBe(0);
  }
}, 240_000);

afterAll(() => rmSync(place, { recursive: true, force: true }), 60_000);

/** One package as it was packed. */
function of(folder: string): PackedPackage {
  const found = packed.find((one) => one.folder === folder);
  if (found === undefined) throw new Error(`${folder} was not packed.`);
  return found;
}

const readPacked = (folder: string, file: string): string =>
  readFileSync(join(place, 'unpacked', folder, file), 'utf8');

const FOLDERS = PUBLIC_PACKAGES.map(({ folder }) => folder);

test.each(FOLDERS)('publint and "Are the types wrong?" find nothing in %s', async (folder) => {
  const { tarball } = of(folder);
  expect([await publintTarball(tarball), await attwTarball(tarball)]).toStrictEqual([[], []]);
});

test.each(FOLDERS)(
  '%s holds what its sources compile to, its manifest, licence and guide, and nothing else',
  (folder) => {
    const files = of(folder).files.filter((path) => !path.startsWith('page/'));
    expect(files).toStrictEqual(expectedFiles(folder));
  },
);

test.each(FOLDERS)('the rooms of %s are these', (folder) => {
  expect(roomsOf(of(folder).files)).toStrictEqual(ROOMS[folder]);
});

test.each(FOLDERS)('%s says nothing of this machine, no secret, and names no source map', (folder) => {
  const found = of(folder)
    .files.filter((path) => extname(path) !== '.br' && extname(path) !== '.ttf')
    .flatMap((path) => unwantedText(readPacked(folder, path), [place]).map((what) => `${path}: ${what}`));
  expect(found).toStrictEqual([]);
});

test.each(FOLDERS)('the manifest of %s can be used by whoever has nothing but the registry', (folder) => {
  const manifest: Manifest = JSON.parse(readPacked(folder, 'package.json'));
  const { dependencies = {}, publishConfig, private: isPrivate, scripts, devDependencies, license, engines } = manifest;
  expect({ publishConfig, isPrivate, scripts, devDependencies, license, engines }).toStrictEqual({
    publishConfig: { access: 'public', provenance: true },
    isPrivate: undefined,
    scripts: undefined,
    devDependencies: undefined,
    license: 'MIT',
    engines: { node: '>=20.19.0' },
  });
  const places = Object.entries(dependencies).filter(([, range]) => !/^\d+\.\d+\.\d+$/.test(range));
  expect(places).toStrictEqual([]);
  expect(readPacked(folder, 'LICENSE')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  expect(readPacked(folder, 'README.md').length).toBeGreaterThan(500);
});

/** KiB of each tarball, with room for about a tenth more than when this was written. */
const LARGEST: Readonly<Record<string, number>> = {
  'packages/core': 380,
  'packages/share': 28,
  'packages/shims': 240,
  // With the guard of named pipes, the search for planted files and the second chain of the record.
  'packages/node': 225,
  'packages/mcp': 16,
  'packages/cli': 72,
  server: 6_500,
};

test.each(FOLDERS)('the tarball of %s is no larger than it was', (folder) => {
  expect(of(folder).size / 1024).toBeLessThan(LARGEST[folder] ?? 0);
});

test('the same sources give the same bytes elsewhere, later, and where files are kept from others', async () => {
  const stage = join(place, 'quite/another/directory');
  // From the first copy: somebody may be editing the repository.
  await stageSources(stage, undefined, join(place, 'stage'));
  for (const { folder } of PUBLIC_PACKAGES) disturb(join(stage, folder));
  const again = await packStaged(stage, join(place, 'tarballs-again'));
  expect(again.map(({ name, sha256 }) => [name, sha256])).toStrictEqual(
    packed.map(({ name, sha256 }) => [name, sha256]),
  );
}, 240_000);

/** As a checkout of another time, under `umask 077`. */
function disturb(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) disturb(path);
    else {
      chmodSync(path, 0o600);
      utimesSync(path, 86_400, 86_400);
    }
  }
}

test('installed together where nothing of ours is, they do what the README says', async () => {
  const { printed, version, help, types } = await installPackages(join(place, 'project'), packed);
  expect({ printed, version, types }).toStrictEqual({
    printed: '["git","log","--max-count=5"]\n',
    version: '0.1.0\n',
    types: '',
  });
  expect(help).toContain('Usage: atip ');
}, 240_000);
