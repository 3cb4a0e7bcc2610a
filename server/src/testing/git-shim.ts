import type { AtipTool } from '@atip/core';

/** Two commands of the real git: one that only reads, one that deletes. */
export const GIT_SHIM: AtipTool = {
  atip: { version: '0.4' },
  name: 'git',
  version: '2.39.5',
  description: 'Distributed version control',
  trust: { source: 'user', verified: false },
  commands: {
    log: {
      description: 'Show commit logs',
      options: [
        { name: 'oneline', flags: ['--oneline'], type: 'boolean', description: 'One line for each commit' },
        { name: 'max-count', flags: ['-n', '--max-count'], type: 'integer', description: 'How many commits' },
      ],
      effects: {
        filesystem: { read: true, write: false, delete: false },
        network: false,
        destructive: false,
        reversible: true,
        idempotent: true,
      },
    },
    clean: {
      description: 'Remove untracked files',
      options: [{ name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'Really do it' }],
      effects: {
        filesystem: { read: true, write: true, delete: true },
        network: false,
        destructive: true,
        reversible: false,
      },
    },
  },
};
