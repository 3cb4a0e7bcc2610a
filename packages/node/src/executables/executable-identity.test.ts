import { rename, stat, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createExecutableIdentifier } from './executable-identity.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';

async function prepare() {
  const directory = await createTemporaryDirectory();
  const path = await directory.script('tool', 'abc');
  return { directory, path, identify: createExecutableIdentifier() };
}

test('the hash is that of the bytes, and the same file keeps its identity', async () => {
  const { path, identify } = await prepare();
  const identity = await identify(path);
  expect(identity.path).toBe(path);
  expect(identity.hash).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(await identify(path)).toStrictEqual(identity);
});

test('other bytes of the same length and with the old mtime are another identity', async () => {
  const { path, identify } = await prepare();
  const before = await identify(path);
  const { atime, mtime } = await stat(path);
  await writeFile(path, 'abd');
  await utimes(path, atime, mtime);
  const after = await identify(path);
  expect(after.hash).not.toBe(before.hash);
  expect(after.stamp).not.toBe(before.stamp);
});

test('the same bytes in a file that was moved here are another identity', async () => {
  const { directory, path, identify } = await prepare();
  const before = await identify(path);
  const other = await directory.script('other', 'abc');
  await rename(other, path);
  const after = await identify(path);
  expect(after.hash).toBe(before.hash);
  expect(after.stamp).not.toBe(before.stamp);
});
