import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderShareStore } from './folder-share-store.ts';

const ID = 'AAAAAAAAAAAAAAAAAAAA-_';
let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'atip-shares-'));
});
afterEach(async () => {
  await rm(base, { recursive: true });
});

test('a share is one file that its owner alone can read, in a directory for its owner alone', async () => {
  const directory = join(base, 'state', 'shares');
  const store = createFolderShareStore(directory);
  expect(await store.get(ID)).toBeUndefined();
  await store.put(ID, 'v1.d.abc');
  await store.put(ID, 'v1.d.abc');
  expect(await store.get(ID)).toBe('v1.d.abc');
  expect(await readdir(directory)).toStrictEqual([ID]);
  expect(await readFile(join(directory, ID), 'utf8')).toBe('v1.d.abc');
  const modes = await Promise.all(
    [directory, join(directory, ID)].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect(modes).toStrictEqual([0o700, 0o600]);
});

test.each([
  '',
  '..',
  '../AAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAA/A',
  `${ID}A`,
  `${ID}\n`,
  'AAAAAAAAAAAAAAAAAAAAA\0',
])('what is no id reaches no file: %j', async (id) => {
  const store = createFolderShareStore(base);
  await expect(store.get(id)).rejects.toThrow(RangeError);
  await expect(store.put(id, 'x')).rejects.toThrow(RangeError);
  expect(await readdir(base)).toStrictEqual([]);
});

test('a link is not followed, and a file that is too large is not read', async () => {
  await writeFile(join(base, 'other'), 'secret');
  await symlink(join(base, 'other'), join(base, ID));
  const store = createFolderShareStore(base);
  await expect(store.get(ID)).rejects.toMatchObject({ code: 'ELOOP' });
  await rm(join(base, ID));
  await writeFile(join(base, ID), 'x'.repeat(1_048_577));
  await expect(store.get(ID)).rejects.toThrow('too-large');
});

test('many writers of one share leave it whole', async () => {
  const store = createFolderShareStore(base);
  await Promise.all(Array.from({ length: 20 }, () => store.put(ID, 'v1.d.abc')));
  expect([await store.get(ID), await readdir(base)]).toStrictEqual(['v1.d.abc', [ID]]);
});
