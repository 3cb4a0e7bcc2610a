import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { removeLitter } from './run-question.ts';

const NOBODY = 65_534;

async function prepare() {
  const directory = await createTemporaryDirectory();
  const litter = join(directory.path, 'litter');
  await mkdir(litter);
  return { directory, litter };
}

test('what a program locked against us is removed', async () => {
  const { directory, litter } = await prepare();
  await mkdir(join(litter, 'a/b'), { recursive: true });
  await writeFile(join(litter, 'a/b/file'), '');
  const all = [directory.path, litter, join(litter, 'a'), join(litter, 'a/b'), join(litter, 'a/b/file')];
  const isRoot = process.geteuid?.() === 0;
  // Root is not kept out by any lock.
  if (isRoot) for (const path of all) await chown(path, NOBODY, NOBODY);
  await chmod(join(litter, 'a/b'), 0o000);
  await chmod(join(litter, 'a'), 0o500);
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await removeLitter(litter);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  expect(await readdir(directory.path)).toStrictEqual([]);
});

test('what lies deeper than a path can say is removed', async () => {
  const { directory, litter } = await prepare();
  const name = 'd'.repeat(200);
  const script = `i=0; while [ $i -lt 40 ]; do mkdir ${name} && cd -P ${name} || exit 1; i=$((i+1)); done; : > file`;
  execFileSync('/bin/sh', ['-c', script], { cwd: litter });
  await removeLitter(litter);
  expect(await readdir(directory.path)).toStrictEqual([]);
});
