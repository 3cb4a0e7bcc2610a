import type { Target } from './target.ts';
import { readDocument } from './read-document.ts';
import type { Trick } from './trick.ts';

/** vi, which takes a word that starts with a plus for a command of its own; the document says only that it edits files. */
export const VI: Target = {
  tool: readDocument({
    name: 'vi',
    description: 'Edit files',
    commands: {
      '': {
        description: 'Edit files',
        arguments: [{ name: 'file', type: 'string', variadic: true, description: 'Files' }],
        options: [{ name: 'batch', flags: ['-es'], type: 'boolean', description: 'Without a screen' }],
        effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
      },
    },
  }),
  prepare: () => Promise.resolve(),
};

const REFUSED = { call: 'vi', byHand: 'wrote', result: 'refused INVALID_FORMAT', layer: 'arguments' } as const;

/** What values can make vi do. */
export const VI_TRICKS: readonly Trick[] = [
  { title: 'file `+:!touch pwned`', values: { batch: true, file: ['+:!touch pwned', '+q'] }, ...REFUSED },
  {
    title: 'a second file `+w! pwned`',
    values: { batch: true, file: ['victim.txt', '+w! pwned', '+q'] },
    ...REFUSED,
  },
];
