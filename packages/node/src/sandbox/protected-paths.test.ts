import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { protectedPaths } from './protected-paths.ts';

const FILES: readonly string[] = [
  ...[
    '.git/config',
    '.bashrc',
    '.bash_profile',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.npmrc',
    '.mcp.json',
    '.envrc',
  ],
  ...['.claude/settings.json', '.claude/settings.local.json'],
];
const DIRECTORIES: readonly string[] = ['.git/hooks', '.vscode', '.idea', '.cursor', '.claude/hooks'];

async function project() {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  for (const name of DIRECTORIES) mkdirSync(join(directory.path, name), { recursive: true });
  for (const name of [...FILES, 'src.ts']) writeFileSync(join(directory.path, name), '');
  return directory.path;
}

test('what other programs run or obey stays read-only, and the directories that hold it stay where they are', async () => {
  const path = await project();
  const found = protectedPaths(path);
  expect(found.protected.toSorted()).toStrictEqual(
    [...FILES, ...DIRECTORIES].map((name) => join(path, name)).toSorted(),
  );
  expect(found.pinned).toStrictEqual([join(path, '.git'), join(path, '.claude')]);
});

test('a writable .git has its hooks protected', async () => {
  const path = await project();
  const git = join(path, '.git');
  expect(protectedPaths(git)).toStrictEqual({ protected: [join(git, 'hooks'), join(git, 'config')], pinned: [] });
});

test('a link is protected where it leads, inside only', async () => {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  const inside = join(directory.path, 'inside');
  mkdirSync(join(inside, 'settings'), { recursive: true });
  mkdirSync(join(directory.path, 'outside'));
  symlinkSync('settings', join(inside, '.vscode'));
  symlinkSync('../outside', join(inside, '.idea'));
  expect(protectedPaths(inside)).toStrictEqual({ protected: [join(inside, 'settings')], pinned: [] });
});
