import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtipEffects } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { writablePaths } from './writable-paths.ts';

const UNKNOWN = 'The metadata does not say whether the program changes files, so it can change none.';

/** A home directory with a project in it, and a place outside. Paths of the tables are relative to the one above both. */
async function decide(filesystem: AtipEffects['filesystem'] | undefined, roots: readonly string[]) {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  const { path } = directory;
  const at = (name: string): string => (name.startsWith('/') ? name : join(path, name));
  for (const name of ['home/project/out', 'home/project/.git/hooks', 'home/.config/tool', 'home/other', 'outside']) {
    mkdirSync(at(name), { recursive: true });
  }
  writeFileSync(at('home/project/file'), '');
  symlinkSync(at('outside'), at('home/project/link'));
  const effects: AtipEffects = filesystem === undefined ? {} : { filesystem };
  const result = writablePaths({
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
    ['The metadata names no path that the program changes, so it can change none.'],
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
  ['the root', { ...W, paths: ['/'] }, ['/'], [], ['"/" is not writable: it is or holds the whole home directory.']],
  [
    'the home directory',
    { ...W, paths: ['~'] },
    ['home'],
    [],
    ['"~" is not writable: it is or holds the whole home directory.'],
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
