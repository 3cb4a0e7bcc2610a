import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { writeFileAtomically, removeStrayFiles } from './write-file-atomically.ts';

async function prepare(): Promise<{ readonly directory: string; readonly path: string }> {
  const { path: directory } = await createTemporaryDirectory();
  return { directory, path: join(directory, 'file.json') };
}

test.each([
  ['text', 'grün\n', 'grün\n'],
  ['bytes', new Uint8Array([0x61, 0x62]), 'ab'],
  ['much', 'x'.repeat(3_000_000), 'x'.repeat(3_000_000)],
])('%s replaces what was there, and nothing else is left in the directory', async (_what, content, text) => {
  const { directory, path } = await prepare();
  await writeFile(path, 'old');
  await writeFileAtomically(path, content);
  expect((await readFile(path, 'utf8')) === text).toBe(true);
  expect(await readdir(directory)).toStrictEqual(['file.json']);
});

test.each([
  ['its owner alone', undefined, 0o600],
  ['whom the caller says', 0o640, 0o640],
])('a new file can be read by %s, whatever the old one allowed', async (_who, mode, expected) => {
  const { path } = await prepare();
  await writeFile(path, 'old');
  await chmod(path, 0o666);
  await writeFileAtomically(path, 'new', mode);
  expect((await stat(path)).mode & 0o777).toBe(expected);
});

test('a symbolic link is replaced, and what it led to stays as it was', async () => {
  const { directory, path } = await prepare();
  const target = join(directory, 'target');
  await writeFile(target, 'untouched');
  await symlink(target, path);
  await writeFileAtomically(path, 'new');
  expect(await readFile(target, 'utf8')).toBe('untouched');
  expect((await lstat(path)).isFile()).toBe(true);
});

test('a failure is the system error, the old content stays, and no temporary file is left', async () => {
  const { directory, path } = await prepare();
  await mkdir(join(path, 'inside'), { recursive: true });
  await expect(writeFileAtomically(path, 'new')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(directory)).toStrictEqual(['file.json']);
  expect(await readdir(path)).toStrictEqual(['inside']);
});

const DIGITS = '0123456789abcdef01234567';
const NOW = 1_800_000_000_000;

test.each([
  ['older than a minute', `.file.json.${DIGITS}.tmp`, 61, true],
  ['younger', `.file.json.${DIGITS}.tmp`, 59, false],
  ['of another file', `.b.json.${DIGITS}.tmp`, 61, false],
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
  await mkdir(join(directory, `.file.json.${DIGITS}.tmp`));
  await symlink('/nowhere', join(directory, `.file.json.${'f'.repeat(24)}.tmp`));
  await removeStrayFiles(path, Date.now() + 3_600_000);
  expect((await readdir(directory)).length).toBe(2);
});
