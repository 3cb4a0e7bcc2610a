import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createExecutableFinder, findExecutable } from './find-executable.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';

async function prepare() {
  const directory = await createTemporaryDirectory();
  const [first, second] = [directory.at('first'), directory.at('second')];
  await mkdir(join(first, 'folder'), { recursive: true });
  await directory.write('first/plain', 'not executable');
  await symlink('loop', join(first, 'loop'));
  await symlink('/nowhere/at/all', join(first, 'broken'));
  for (const name of ['plain', 'folder', 'real/multi']) await directory.script(`second/${name}`, '#!/bin/sh\n');
  await symlink('real/multi', join(second, 'link'));
  return { env: { PATH: `.:${first}:relative:${second}` }, second };
}

test('the first regular, executable file on the PATH is found, with its real path', async () => {
  const { env, second } = await prepare();
  const found = await Promise.all(['plain', 'folder', 'link'].map((name) => findExecutable(name, env)));
  expect(found).toStrictEqual([
    { path: join(second, 'plain'), foundAs: join(second, 'plain') },
    { path: join(second, 'folder'), foundAs: join(second, 'folder') },
    { path: join(second, 'real', 'multi'), foundAs: join(second, 'link') },
  ]);
});

test.each(['missing', 'loop', 'broken', 'real', 'real/multi', '/bin/sh', '../bin/sh', '..', '.', '', 'a\0b', 'a\\b'])(
  'nothing is found for %j',
  async (name) => {
    const { env } = await prepare();
    expect(await findExecutable(name, env)).toBe(null);
  },
);

test('a directory that cannot be listed keeps nothing from being found behind it', async () => {
  const { env, second } = await prepare();
  const find = createExecutableFinder({ PATH: `/nowhere/at/all:${env.PATH}` });
  expect((await find('plain'))?.foundAs).toBe(join(second, 'plain'));
});

test('what others could have put there, or changed, is passed over', async () => {
  const { env, second } = await prepare();
  const open = join(second, '..', 'open');
  await mkdir(open);
  await writeFile(join(open, 'plain'), '#!/bin/sh\n');
  await chmod(join(open, 'plain'), 0o755);
  expect((await findExecutable('plain', { PATH: `${open}:${env.PATH}` }))?.foundAs).toBe(join(open, 'plain'));
  await chmod(open, 0o777);
  expect((await findExecutable('plain', { PATH: `${open}:${env.PATH}` }))?.foundAs).toBe(join(second, 'plain'));
  await chmod(join(second, 'plain'), 0o757);
  expect(await findExecutable('plain', { PATH: `${open}:${env.PATH}` })).toBe(null);
});
