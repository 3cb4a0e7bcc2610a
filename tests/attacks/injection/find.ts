import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECRET } from './scene.ts';
import { type HonestCall, readDocument, type Target, type Trick } from './trick.ts';

/**
 * find; what it asks of files stands after the place where it looks, so tests are positionals whose words the document lists.
 */
export const FIND: Target = {
  tool: readDocument({
    name: 'find',
    description: 'Find files',
    commands: {
      '': {
        description: 'Find files by name',
        arguments: [
          { name: 'path', type: 'directory', description: 'Where to look' },
          {
            name: 'test',
            type: 'enum',
            enum: ['-name', '-iname', '-path'],
            description: 'What to compare',
            required: false,
          },
          { name: 'pattern', type: 'string', description: 'Pattern of a shell', required: false },
        ],
        options: [{ name: 'perm', flags: ['-perm'], type: 'string', description: 'Permissions', 'x-dash': true }],
        'x-arguments-first': true,
        effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
      },
    },
  }),
  prepare: async (scene) => {
    await mkdir(join(scene.work, 'here'));
    await writeFile(join(scene.work, 'here', 'a'), '');
    await writeFile(join(scene.work, SECRET), '');
    await writeFile(join(scene.work, 'list'), `${scene.outside}\0${scene.work}/${SECRET}\0`);
  },
};

/** Values that make find do harm; a path that it takes for an expression makes it look in the working directory. */
export const FIND_TRICKS: readonly Trick[] = [
  ['find', { path: '-delete' }, 'changed', 'neutralised'],
  ['find', { path: 'here', test: '-fprint', pattern: 'pwned' }, 'wrote', 'INVALID_ENUM'],
  ['find', { path: 'here', test: ['-exec', 'touch', 'pwned', ';'] }, 'wrote', 'INVALID_ENUM'],
  ['find', { path: 'here', test: '-name', pattern: ['a', '-exec', 'touch', 'pwned', ';'] }, 'wrote', 'INVALID_TYPE'],
  ['find', { path: ['here', '-fprintf', 'pwned', 'x'] }, 'wrote', 'INVALID_TYPE'],
  ['find', { path: 'victim.txt', pattern: '-delete' }, 'changed', 'INVALID_FORMAT'],
  ['find', { path: '.', test: '-name', pattern: '-delete' }, 'nothing', 'INVALID_FORMAT'],
  ['find', { path: '-files0-from', pattern: 'list' }, 'leaked', 'INVALID_FORMAT'],
  ['find', { path: 'victim.txt', delete: true }, 'nothing', 'EXTRA_PARAMETER'],
  ['find', { path: '!', test: '-name', pattern: 'x' }, 'leaked', 'neutralised'],
  [
    'find',
    { path: '(', test: '-name', pattern: 'x' },
    'reached',
    'neutralised',
    { sign: /unmatched|expression|paren/i },
  ],
  ['find', { path: '--' }, 'leaked', 'neutralised'],
  ['find', { path: '' }, 'nothing', 'INVALID_FORMAT'],
  ['find', { path: 'victim.txt', perm: '-delete' }, 'nothing', 'neutralised'],
  ['find', { path: 'victim.txt', perm: ['-u+r', '-delete'] }, 'nothing', 'INVALID_TYPE'],
  ['find', { path: '-delete', perm: '-u+r' }, 'changed', 'neutralised'],
];

/** Honest calls: refusing everything would stop every trick too. */
export const FIND_CALLS: readonly HonestCall[] = [
  ['find', { path: 'here', test: '-name', pattern: '?' }, /here\/a/],
  ['find', { path: 'here', perm: '-u+r' }, /here\/a/],
];
