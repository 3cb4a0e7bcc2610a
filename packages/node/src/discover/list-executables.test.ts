import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { PathSearch } from './path-directories.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { type Account, type LocatePath, createPathLocator, currentAccount } from '../executables/find-executable.ts';
import { type ExecutableListing, listExecutables } from './list-executables.ts';

const US: Account = currentAccount() ?? { uid: -1, gids: [] };

async function prepare() {
  const { path, at, write } = await createTemporaryDirectory();
  const program = (name: string, mode = 0o755) => write(name, 'x', mode);
  for (const name of ['first', 'second', 'sbin', 'open']) await mkdir(at(name));
  await chmod(at('open'), 0o777);
  const list = (names: readonly string[], settings: Partial<PathSearch> = {}): Promise<ExecutableListing> =>
    listExecutables(
      names.map((name) => ({ safe: true, path: at(name), real: at(name) })),
      { account: US, locate: createPathLocator(US), ...settings },
    );
  return { path, at, program, list };
}

/** `first/x` for what is listed, `first/x: code` for what is not. */
function outline({ executables, skipped }: ExecutableListing, root: string): string[] {
  const lines = [
    ...executables.map(({ foundAs }) => foundAs),
    ...skipped.map(({ source, code }) => `${source}: ${code}`),
  ];
  return lines.map((line) => line.replace(`${root}/`, '')).sort();
}

test('whatever is not a safe program is left out with a code', async () => {
  const { path, at, program, list } = await prepare();
  await mkdir(at('first/folder'));
  execFileSync('mkfifo', ['-m', '755', at('first/pipe')]);
  await symlink('nowhere', at('first/broken'));
  await symlink('loop', at('first/loop'));
  await program('first/data', 0o644);
  await program('first/setuid', 0o4755);
  await program('first/setgid', 0o2755);
  await program('first/open', 0o757);
  await program('open/target');
  await symlink('../open/target', at('first/outside'));
  await program('sbin/admin');
  await symlink('../sbin/admin', at('first/admin'));
  await program('first/[');
  await program('first/g++-12');
  expect(outline(await list(['first']), path)).toStrictEqual([
    'first/[',
    'first/admin: system-administration',
    'first/broken: broken-link',
    'first/data: not-executable',
    'first/folder: not-a-file',
    'first/g++-12',
    'first/loop: symlink-loop',
    'first/open: world-writable',
    'first/outside: world-writable',
    'first/pipe: not-a-file',
    'first/setgid: setuid',
    'first/setuid: setuid',
  ]);
});

test.each(['-rf', '.hidden', 'a b', 'a\nb', 'a\u001b[31mb', 'a\u009bb', 'a\u202eb', 'a\\b', '\u200b'])(
  'the name %j is not safe',
  async (name) => {
    const { program, list } = await prepare();
    await program(`first/${name}`);
    const { executables, skipped } = await list(['first']);
    expect([executables, skipped.map(({ code }) => code)]).toStrictEqual([[], ['unsafe-name']]);
  },
);

test('a name in bytes that are not UTF-8 is not safe', async () => {
  const { path, list } = await prepare();
  await writeFile(Buffer.concat([Buffer.from(`${path}/first/a`), Buffer.from([0xff])]), '', { mode: 0o755 });
  expect((await list(['first'])).skipped.map(({ code }) => code)).toStrictEqual(['unsafe-name']);
});

test('the first on the PATH wins, also when it is left out; what a shell passes over does not', async () => {
  const { path, at, program, list } = await prepare();
  for (const name of ['both', 'setuid', 'data', 'folder', 'broken']) await program(`second/${name}`);
  await program('first/both');
  await program('first/setuid', 0o4755);
  await program('first/data', 0o644);
  await mkdir(at('first/folder'));
  await symlink('nowhere', at('first/broken'));
  expect(outline(await list(['first', 'second']), path)).toStrictEqual([
    'first/both',
    'first/broken: broken-link',
    'first/data: not-executable',
    'first/folder: not-a-file',
    'first/setuid: setuid',
    'second/both: shadowed',
    'second/broken',
    'second/data',
    'second/folder',
    'second/setuid: shadowed',
  ]);
});

test.each([
  [{ uid: 0, gids: [0] }, ['group', 'other', 'owner']],
  [{ uid: 54321, gids: [54321] }, ['other']],
  [{ uid: 54321, gids: [54321, 0] }, ['group']],
])('which bits make a file of root executable for %j', async (account, names) => {
  const { program, list } = await prepare();
  const modes = { owner: 0o744n, group: 0o654n, other: 0o645n, nobody: 0o644n };
  for (const name of Object.keys(modes)) await program(`first/${name}`);
  // Only root can make files of root; what the system would say of them is given instead.
  const locate: LocatePath = (path) => ({
    path,
    stats: {
      ...{ dev: 1n, ino: 1n, size: 1n, mtimeNs: 1n, ctimeNs: 1n, uid: 0n, gid: 0n },
      mode: Object.entries(modes).find(([name]) => path.endsWith(name))?.[1] ?? 0n,
      isFile: () => true,
      isDirectory: () => false,
      isSymbolicLink: () => false,
    },
  });
  const { executables } = await list(['first'], { account, locate });
  expect(executables.map(({ name }) => name)).toStrictEqual(names);
});
