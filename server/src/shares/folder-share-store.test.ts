import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { createFolderShareStore } from './folder-share-store.ts';

const ID = 'AAAAAAAAAAAAAAAAAAAA-_';
let base: string;

beforeEach(async () => {
  base = (await createTemporaryDirectory()).path;
});

test('a share is one file that its owner alone can read, in a directory for its owner alone', async () => {
  const directory = join(base, 'state', 'shares');
  const store = createFolderShareStore(directory);
  expect(await store.get(ID)).toBeUndefined();
  await store.put(ID, { fragment: 'v1.d.abc' });
  await store.put(ID, { fragment: 'v1.d.abc' });
  expect(await store.get(ID)).toStrictEqual({ fragment: 'v1.d.abc' });
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
  await expect(store.put(id, undefined)).rejects.toThrow(RangeError);
  await expect(store.put(id, { fragment: 'x' })).rejects.toThrow(RangeError);
  expect(await readdir(base)).toStrictEqual([]);
});

test('a link is not followed, and a file that is too large is not read', async () => {
  await writeFile(join(base, 'other'), 'secret');
  await symlink(join(base, 'other'), join(base, ID));
  const store = createFolderShareStore(base);
  await expect(store.get(ID)).rejects.toMatchObject({ code: 'ELOOP' });
  await rm(join(base, ID));
  await writeFile(join(base, ID), 'x'.repeat(1_048_576 + 129));
  await expect(store.get(ID)).rejects.toThrow('too-large');
});

test('a share that ends comes back as it was, and removing it leaves nothing', async () => {
  const store = createFolderShareStore(base);
  const share = { fragment: 'v1.d.abc', expiresAt: 1_800_000_000_000 };
  await store.put(ID, share);
  expect(await store.get(ID)).toStrictEqual(share);
  await store.put(ID, undefined);
  await store.put(ID, undefined);
  expect([await store.get(ID), await readdir(base)]).toStrictEqual([undefined, []]);
});
