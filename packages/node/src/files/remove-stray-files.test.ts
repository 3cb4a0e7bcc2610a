import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { removeStrayFiles } from './write-file-atomically.ts';

const DIGITS = '0123456789abcdef01234567';
const NOW = 1_800_000_000_000;

async function prepare(): Promise<{ readonly directory: string; readonly path: string }> {
  const { path: directory, remove } = await createTemporaryDirectory();
  onTestFinished(remove);
  return { directory, path: join(directory, 'a.json') };
}

test.each([
  ['older than a minute', `.a.json.${DIGITS}.tmp`, 61, true],
  ['younger', `.a.json.${DIGITS}.tmp`, 59, false],
  ['of another file', `.b.json.${DIGITS}.tmp`, 61, false],
  ['with fewer digits', `.a.json.${DIGITS.slice(1)}.tmp`, 61, false],
  ['with another ending', `.a.json.${DIGITS}.bak`, 61, false],
  ['the file itself', 'a.json', 61, false],
])('a file %s', async (_what, name, seconds, removed) => {
  const { directory, path } = await prepare();
  const file = join(directory, name);
  await writeFile(file, 'x');
  await utimes(file, NOW / 1000 - seconds, NOW / 1000 - seconds);
  await removeStrayFiles(path, NOW);
  expect(await readdir(directory)).toStrictEqual(removed ? [] : [name]);
});

test('directories and links of such a name stay', async () => {
  const { directory, path } = await prepare();
  await mkdir(join(directory, `.a.json.${DIGITS}.tmp`));
  await symlink('/nowhere', join(directory, `.a.json.${'f'.repeat(24)}.tmp`));
  await removeStrayFiles(path, Date.now() + 3_600_000);
  expect((await readdir(directory)).length).toBe(2);
});
