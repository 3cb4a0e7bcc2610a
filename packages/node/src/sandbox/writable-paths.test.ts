import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtipEffects } from '@atip/core';
import { expect, test } from 'vitest';
import { createExistingPath } from '../files/real-path.ts';
import { purposeOf } from './judge-planted.ts';
import { survey } from './find-guarded-files.ts';
import { createTemporaryDirectory, createTree } from '../testing/temporary-directory.ts';
import { writablePaths, protectedPaths } from './writable-paths.ts';

const UNKNOWN = 'The document does not say whether the program changes files, so it can change none.';

/** A home directory with a project in it, and a place outside. Paths of the tables are relative to the one above both. */
async function decide(filesystem: AtipEffects['filesystem'] | undefined, roots: readonly string[]) {
  const directory = await createTemporaryDirectory();
  const { path } = directory;
  const at = (name: string): string => (name.startsWith('/') ? name : join(path, name));
  for (const name of ['home/project/out', 'home/project/.git/hooks', 'home/.config/tool', 'home/other', 'outside']) {
    mkdirSync(at(name), { recursive: true });
  }
  writeFileSync(at('home/project/file'), '');
  symlinkSync(at('outside'), at('home/project/link'));
  const effects: AtipEffects = filesystem === undefined ? {} : { filesystem };
  const result = writablePaths({
    existing: createExistingPath(),
    cwd: at('home/project'),
    home: at('home'),
    effects,
    writableRoots: roots.map(at),
  });
  const relative = (text: string): string => text.replaceAll(`${path}/`, '');
  return { writable: result.writable.map(relative), notes: result.notes.map(relative) };
}

const W = { write: true };
const PROJECT = ['home/project'];

test.each<[string, AtipEffects['filesystem'] | undefined, readonly string[], readonly string[], readonly string[]]>([
  ['nothing is known', undefined, PROJECT, [], [UNKNOWN]],
  ['it says that it writes nothing', { write: false, delete: false, paths: ['.'] }, PROJECT, [], []],
  ['anything but true', { write: 'true' as never }, PROJECT, [], []],
  ['writing, without a path', W, PROJECT, PROJECT, []],
  ['deleting, without a path', { write: false, delete: true }, PROJECT, PROJECT, []],
  [
    'an empty list of paths',
    { ...W, paths: [] },
    PROJECT,
    [],
    ['The document names no path that the program changes, so it can change none.'],
  ],
  ['a directory inside', { ...W, paths: ['./out'] }, PROJECT, ['home/project/out'], []],
  ['nothing is allowed', W, [], [], ['"home/project" is not among the directories that may be changed.']],
  [
    'a path outside',
    { ...W, paths: ['../other'] },
    PROJECT,
    [],
    ['"../other" is not among the directories that may be changed.'],
  ],
  [
    'a link that leads outside',
    { ...W, paths: ['link'] },
    PROJECT,
    [],
    ['"link" is not among the directories that may be changed.'],
  ],
  ['more than is allowed', { ...W, paths: ['..'] }, PROJECT, PROJECT, ['Of ".." only home/project is writable.']],
  ['the root', { ...W, paths: ['/'] }, ['/'], [], ['"/" is not writable: it is or contains the whole home directory.']],
  [
    'the home directory',
    { ...W, paths: ['~'] },
    ['home'],
    [],
    ['"~" is not writable: it is or contains the whole home directory.'],
  ],
  ['the system', { ...W, paths: ['/etc'] }, ['/etc'], [], ['"/etc" is not writable: it belongs to the system.']],
  [
    'settings that no root names',
    { ...W, paths: ['~/.config/tool'] },
    ['home'],
    [],
    ['"~/.config/tool" is not writable: it lies in a directory of settings that was not allowed by its name.'],
  ],
  ['settings that a root names', { ...W, paths: ['~/.config/tool'] }, ['home/.config/tool'], ['home/.config/tool'], []],
  [
    'what decides what others run',
    { ...W, paths: ['.git/hooks'] },
    PROJECT,
    [],
    ['".git/hooks" is not writable: home/project/.git/hooks decides what other programs run.'],
  ],
  ['what git itself changes', { ...W, paths: ['.git/'] }, PROJECT, ['home/project/.git'], []],
  [
    'what is not there',
    { ...W, paths: ['new/file'] },
    PROJECT,
    PROJECT,
    ['"new/file" does not exist, so home/project is writable as a whole.'],
  ],
  ['a NUL', { ...W, paths: ['a\0b'] }, PROJECT, [], [String.raw`"a\u0000b" is no path, so it is not writable.`]],
])('%s', async (_name, filesystem, roots, writable, notes) => {
  expect(await decide(filesystem, roots)).toStrictEqual({ writable, notes });
});

function protect(root: string, program: string, command: readonly string[] = [], maxMounts?: number) {
  const { places } = survey(root, 1_000);
  const found = protectedPaths(root, places, purposeOf([[program, ...command]]), createExistingPath(), maxMounts);
  const relative = (paths: readonly string[]): string[] => paths.map((path) => path.replace(`${root}/`, '')).toSorted();
  return { protected: relative(found.protected), pinned: relative(found.pinned), notes: found.notes };
}

const REPOSITORY = ['.git/HEAD', '.git/config', '.git/hooks/', '.git/objects/', '.git/refs/', '.git/info/attributes'];

test('a program that is not Git cannot change a Git directory at all, at any depth', async () => {
  const nested = REPOSITORY.map((name) => `a/b/${name}`);
  const bare = ['c/HEAD', 'c/objects/', 'c/refs/', 'd/.git', 'src.ts'];
  const root = await createTree(...REPOSITORY, ...nested, ...bare);
  expect(protect(root, 'sed')).toStrictEqual({
    protected: ['.git', 'a/b/.git', 'c', 'd/.git'],
    pinned: ['a', 'a/b', 'd'],
    notes: [],
  });
});

test('Git may change what it must, and nothing that it obeys', async () => {
  const submodule = ['HEAD', 'config', 'objects/', 'refs/', 'hooks/', 'commondir'].map(
    (name) => `.git/modules/s/${name}`,
  );
  const workTree = ['HEAD', 'commondir', 'gitdir'].map((name) => `.git/worktrees/w/${name}`);
  const root = await createTree(...REPOSITORY, ...submodule, ...workTree, '.git/rebase-merge/done', 's/.git');
  const always = ['.git/config', '.git/hooks', '.git/info/attributes'];
  const ofModule = ['.git/modules/s/commondir', '.git/modules/s/config', '.git/modules/s/hooks'];
  const ofWorkTree = ['.git/worktrees/w/commondir', '.git/worktrees/w/gitdir'];
  const commit = protect(root, 'git', ['commit']);
  expect(commit.protected).toStrictEqual(
    [...always, ...ofModule, '.git/rebase-merge', ...ofWorkTree, 's/.git'].toSorted(),
  );
  const pins = ['.git', '.git/info', '.git/modules', '.git/modules/s', '.git/worktrees', '.git/worktrees/w', 's'];
  expect(commit.pinned).toStrictEqual(pins);
  const but = (names: readonly string[]) => commit.protected.filter((name) => !names.includes(name));
  expect(protect(root, 'git', ['rebase']).protected).toStrictEqual(but(['.git/rebase-merge']));
  expect(protect(root, 'git', ['config']).protected).toStrictEqual(but(['.git/config', '.git/modules/s/config']));
  expect(protect(root, 'git', ['worktree', 'add']).protected).toStrictEqual(
    but([...ofWorkTree, '.git/modules/s/commondir', 's/.git']),
  );
});

test('what package managers install is theirs alone', async () => {
  const root = await createTree('node_modules/.bin/', 'node_modules/x/.npmrc', 'v/pyvenv.cfg', 'v/bin/', '.npmrc');
  expect(protect(root, 'npm', ['install']).protected).toStrictEqual(['.npmrc']);
  expect(protect(root, 'sed').protected).toStrictEqual(['.npmrc', 'node_modules/.bin', 'v/bin', 'v/pyvenv.cfg']);
});

test('a link is protected where it leads, inside only', async () => {
  const root = await createTree('inside/settings/');
  symlinkSync('settings', join(root, 'inside/.vscode'));
  symlinkSync('../outside', join(root, 'inside/.idea'));
  mkdirSync(join(root, 'outside'));
  expect(protect(join(root, 'inside'), 'sed')).toStrictEqual({ protected: ['settings'], pinned: [], notes: [] });
});

test('where there would be too many mounts, whole directories are closed, the most crowded first', async () => {
  const crowd = Array.from({ length: 20 }, (_, index) => `crowd/${index}/.envrc`);
  const root = await createTree(...crowd, 'few/a/.envrc', '.envrc');
  expect(protect(root, 'sed', [], 10)).toStrictEqual({
    protected: ['.envrc', 'crowd', 'few/a/.envrc'],
    pinned: ['few', 'few/a'],
    notes: [`${root}/crowd is read-only as a whole: too much in it is run by other programs to protect each.`],
  });
  expect(protect(root, 'sed', [], 1).protected).toStrictEqual([root]);
});

test('a Git directory that is writable itself is closed to what is not Git', async () => {
  const root = join(await createTree(...REPOSITORY), '.git');
  expect(protect(root, 'sed').protected).toStrictEqual([root]);
  expect(protect(root, 'git', ['gc']).protected).toStrictEqual(['config', 'hooks', 'info/attributes']);
});
