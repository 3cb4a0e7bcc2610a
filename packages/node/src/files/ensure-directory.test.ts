import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { ensureDirectory } from './write-file-atomically.ts';

async function prepare(): Promise<string> {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  return directory.path;
}
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('what is missing is made for its owner alone, what is there stays', async () => {
  const root = await prepare();
  await chmod(root, 0o755);
  await ensureDirectory(join(root, 'a/b/c'));
  await ensureDirectory(join(root, 'a/b/c'));
  expect(await Promise.all(['', 'a', 'a/b', 'a/b/c'].map((path) => modeOf(join(root, path))))).toStrictEqual([
    0o755, 0o700, 0o700, 0o700,
  ]);
});

test("several at once get in nobody's way", async () => {
  const root = await prepare();
  await Promise.all(Array.from({ length: 20 }, () => ensureDirectory(join(root, 'a/b/c'))));
  expect((await stat(join(root, 'a/b/c'))).isDirectory()).toBe(true);
});

test('what cannot be made is the system error', async () => {
  const root = await prepare();
  await writeFile(join(root, 'file'), '');
  await expect(ensureDirectory(join(root, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(ensureDirectory('/proc/nothing/here')).rejects.toMatchObject({ code: 'ENOENT' });
});
