import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createPathLocator, currentAccount } from '../executables/find-executable.ts';
import { checkPathDirectories, type PathDirectory, type PathSearch } from './path-directories.ts';

async function prepare() {
  const { at } = await createTemporaryDirectory();
  for (const name of ['bin', 'bin/..data', 'sbin', 'open/bin', 'sticky', 'project/node_modules/.bin', 'projects']) {
    await mkdir(at(name), { recursive: true });
  }
  await writeFile(at('file'), '');
  await symlink('bin', at('alias'));
  await symlink('loop', at('loop'));
  await symlink('sbin', at('system'));
  await symlink('../bin', at('project/out'));
  await symlink('project/node_modules/.bin', at('in'));
  await symlink('project', at('work'));
  await chmod(at('open'), 0o777);
  await chmod(at('sticky'), 0o1777);
  const account = currentAccount() ?? { uid: -1, gids: [] };
  const check = (path: string, settings: Partial<PathSearch> = {}): PathDirectory[] =>
    checkPathDirectories({ PATH: path }, { account, locate: createPathLocator(account), ...settings });
  return { at, check };
}

test.each(['', '.', 'bin', '~/bin'])('the entry %j depends on where a program starts', async (entry) => {
  const { check } = await prepare();
  expect(check(entry)).toStrictEqual([
    {
      safe: false,
      path: entry,
      code: 'relative-path',
      reason: 'It depends on where a program is started; use an absolute path.',
    },
  ]);
});

test.each([
  ['bin', 'safe'],
  ['missing', 'missing'],
  ['loop', 'symlink-loop'],
  ['open', 'world-writable'],
  ['open/bin', 'world-writable'],
  ['sbin', 'system-administration'],
  ['project', 'inside-project'],
  ['project/node_modules/.bin', 'inside-project'],
  ['in', 'inside-project'],
  ['project/out', 'inside-project'],
])('%s: %s', async (entry, expected) => {
  const { at, check } = await prepare();
  const codes = check(at(entry), { projectDirectory: at('project') }).map((found) =>
    found.safe ? 'safe' : found.code,
  );
  expect(codes).toStrictEqual([expected]);
});

test('a project is recognised by its real path, and a name that begins with two dots is no way out of it', async () => {
  const { at, check } = await prepare();
  const codes = [
    check(at('project'), { projectDirectory: at('work') }),
    check(at('bin/..data'), { projectDirectory: at('bin') }),
    check(at('bin'), { projectDirectory: at('gone') }),
  ].map(([found]) => (found?.safe ? 'safe' : found?.code));
  expect(codes).toStrictEqual(['inside-project', 'inside-project', 'safe']);
});

test('one directory under several names counts once, at its first place; a setting lets sbin in', async () => {
  const { at, check } = await prepare();
  const path = [at('alias'), at('bin'), at('sbin'), `${at('bin')}/`, at('alias'), '.', '.'].join(':');
  expect(check(path, { systemAdministration: true })).toStrictEqual([
    { safe: true, path: at('alias'), real: at('bin') },
    { safe: true, path: at('sbin'), real: at('sbin') },
    { safe: false, path: '.', code: 'relative-path', reason: expect.any(String) },
  ]);
});
