import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTree } from '../testing/temporary-directory.ts';
import { survey } from './find-guarded-files.ts';

const found = (root: string, ...more: [skipped?: ReadonlySet<string>]): string[] =>
  survey(root, 1_000, ...more)
    .places.map(({ path }) => path.replace(`${root}/`, ''))
    .toSorted();

test('places are found at any depth, and what lies in a guarded directory is part of it', async () => {
  const root = await createTree(
    'a/b/c/.envrc',
    '.vscode/x/.envrc',
    'A/.EnvRC',
    'x.code-workspace',
    'src/main.c',
    '.claude/x',
  );
  expect(found(root)).toStrictEqual(['.vscode', 'A/.EnvRC', 'a/b/c/.envrc', 'x.code-workspace']);
});

test('links are not followed, nor is the contents of packages looked at', async () => {
  const root = await createTree(
    'p/node_modules/x/.envrc',
    'p/node_modules/.bin/x',
    'v/lib/site-packages/x/.envrc',
    'real/.envrc',
  );
  symlinkSync('real', join(root, 'link'));
  symlinkSync('..', join(root, 'real/up'));
  expect(found(root)).toStrictEqual(['p/node_modules/.bin', 'real/.envrc']);
});

test('a directory is a repository for what is in it, not for its name', async () => {
  const root = await createTree(
    'x/HEAD',
    'x/objects/',
    'x/refs/',
    'x/config',
    'w/HEAD',
    'w/commondir',
    'n/HEAD',
    'n/refs/',
  );
  expect(survey(root, 1_000).repositories.toSorted()).toStrictEqual([join(root, 'w'), join(root, 'x')]);
  expect(found(root)).toStrictEqual(['w', 'w/commondir', 'x', 'x/config']);
});

test('what the program cannot see is not entered', async () => {
  const root = await createTree('seen/.envrc', 'hidden/.envrc');
  expect(found(root, new Set([join(root, 'hidden')]))).toStrictEqual(['seen/.envrc']);
});

test('a tree with more entries than the limit says so', async () => {
  const root = await createTree(...Array.from({ length: 30 }, (_, index) => `${index}/file`));
  expect(survey(root, 60)).toMatchObject({ entries: 60, cut: false });
  expect(survey(root, 59).cut).toBe(true);
  expect(survey(root, 10)).toMatchObject({ entries: 30, cut: true });
});
