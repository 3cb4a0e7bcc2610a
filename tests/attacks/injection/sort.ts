import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HonestCall, readDocument, type Target, type Trick } from './trick.ts';

/** sort without the option that writes. */
export const SORT: Target = {
  tool: readDocument({
    name: 'sort',
    description: 'Sort lines',
    'x-end-of-options': true,
    commands: {
      '': {
        description: 'Sort lines',
        arguments: [{ name: 'files', type: 'file', variadic: true, description: 'What to sort' }],
        options: [
          { name: 'key', flags: ['-k'], type: 'string', description: 'Sort by this' },
          { name: 'reverse', flags: ['-r', '--reverse'], type: 'boolean', description: 'Backwards' },
        ],
        effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
      },
    },
  }),
  prepare: async (scene) => {
    await writeFile(join(scene.work, 'run'), '#!/bin/sh\ntouch pwned\nexec cat\n', { mode: 0o755 });
    const lines = Array.from({ length: 3_000 }, (_, index) => `${(index * 7919) % 3_000}`);
    await writeFile(join(scene.work, 'large'), `${lines.join('\n')}\n`);
    await writeFile(join(scene.work, 'list'), `${scene.outside}/secret.txt\0`);
  },
};

/** Values that make sort do harm. */
export const SORT_TRICKS: readonly Trick[] = [
  ['sort', { files: ['-opwned', 'victim.txt'] }, 'wrote', 'neutralised'],
  ['sort', { files: ['large', '-S1k', '--compress-program=./run'] }, 'wrote', 'neutralised'],
  ['sort', { files: ['--files0-from=list'] }, 'leaked', 'neutralised'],
  ['sort', { key: '-opwned', files: ['victim.txt'] }, 'nothing', 'INVALID_FORMAT'],
  ['sort', { output: 'pwned', files: ['victim.txt'] }, 'wrote', 'EXTRA_PARAMETER'],
  ['sort', { reverse: '--output=pwned', files: ['victim.txt'] }, 'wrote', 'INVALID_TYPE'],
  ['sort', { files: 'victim.txt -o pwned' }, 'nothing', 'neutralised'],
  ['sort', { files: ['$(touch pwned)'] }, 'nothing', 'neutralised'],
];

/** Honest calls: refusing everything would stop every trick too. */
export const SORT_CALLS: readonly HonestCall[] = [['sort', { files: ['victim.txt'], key: '1' }, /victim/]];
