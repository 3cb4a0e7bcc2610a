import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from './target.ts';
import { readDocument } from './read-document.ts';

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
