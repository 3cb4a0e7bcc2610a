import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from './target.ts';
import { readDocument } from './read-document.ts';
import { SECRET } from './scene.ts';

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
