import { readDocument, type Target, type Trick } from './trick.ts';

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

/** Values that make vi do harm. */
export const VI_TRICKS: readonly Trick[] = [
  ['vi', { batch: true, file: ['+:!touch pwned', '+q'] }, 'wrote', 'INVALID_FORMAT'],
  ['vi', { batch: true, file: ['victim.txt', '+w! pwned', '+q'] }, 'wrote', 'INVALID_FORMAT'],
];
