import { mkdir, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { findWords } from './find-words.ts';

const NODE = '#!/usr/bin/env node\n';

/** A project with packages, one package in npx's cache, and a program on the PATH. */
async function prepare() {
  const machine = await createDemoMachine();
  const { work, home, script } = machine;
  const packages: readonly (readonly [string, object])[] = [
    ['../work/node_modules/here', { name: 'here', version: '2.1.0', bin: 'cli.js' }],
    ['../work/node_modules/@s/two', { name: '@s/two', version: '1.0.0', bin: { a: 'a.js', two: 'cli.js' } }],
    ['../home/.npm/_npx/0a/node_modules/cached', { name: 'cached', version: '3.0.0', bin: { other: 'cli.js' } }],
    // The package's name differs from its directory's.
    ['../work/node_modules/liar', { name: 'honest', version: '1.0.0', bin: 'cli.js' }],
  ];
  for (const [directory, fields] of packages) {
    await script(`${directory}/package.json`, JSON.stringify(fields));
    for (const file of ['cli.js', 'a.js']) await script(`${directory}/${file}`, NODE);
  }
  await mkdir(`${work}/node_modules/.bin`);
  await symlink('../here/cli.js', `${work}/node_modules/.bin/here`);
  await script('../work/own.js', NODE);
  await script('onpath', '#!/bin/sh\n');
  const find = async (words: string, cwd = work): Promise<string> => {
    const found = await findWords(words.split(' '), { cwd, env: machine.env });
    return found.foundAs.replace(work, 'WORK').replace(home, 'HOME').replace(machine.bin, 'BIN');
  };
  return { ...machine, find };
}

test.each([
  ['onpath', 'BIN/onpath'],
  ['./own.js', 'WORK/own.js'],
  ['node own.js', 'WORK/own.js'],
  ['node --no-warnings ./own.js', 'WORK/own.js'],
  // Called by its link, so that it has its name.
  ['npx here', 'WORK/node_modules/.bin/here'],
  ['npx --yes here@2', 'WORK/node_modules/.bin/here'],
  ['npm exec -- here@latest', 'WORK/node_modules/.bin/here'],
  ['npx @s/two', 'WORK/node_modules/@s/two/cli.js'],
  ['npx -p @s/two a', 'WORK/node_modules/@s/two/a.js'],
  ['npx --package=@s/two@1.0 a', 'WORK/node_modules/@s/two/a.js'],
  ['npx cached', 'HOME/.npm/_npx/0a/node_modules/cached/cli.js'],
  ['npx onpath', 'BIN/onpath'],
])('%s', async (words, expected) => {
  const { find } = await prepare();
  expect(await find(words)).toBe(expected);
});

test('a package of a directory above', async () => {
  const { find, work } = await prepare();
  await mkdir(`${work}/deep/er`, { recursive: true });
  expect(await find('npx here', `${work}/deep/er`)).toBe('WORK/node_modules/.bin/here');
});

const ABSENT = 'is not installed here, and atip downloads nothing.';

test.each([
  ['npx nothing', `nothing ${ABSENT} Install it with "npm install nothing"`],
  ['npx here@1', `here@1 ${ABSENT}`],
  ['npx here@2.10', `here@2.10 ${ABSENT}`],
  ['npx liar', `liar ${ABSENT}`],
  ['npx ../own.js', '"../own.js" is not a package name.'],
  ['npx here add', 'leave out "add" and everything after it.'],
  ['onpath list', 'leave out "list" and everything after it.'],
  ['node', 'There is no program among these words.'],
  ['nothing', 'There is no program "nothing" on the PATH.'],
])('%s is refused with the way out', async (words, message) => {
  const { find } = await prepare();
  await expect(find(words)).rejects.toThrow(message);
});
