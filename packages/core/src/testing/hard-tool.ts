import type { AtipTool } from '../types/tool.ts';

/**
 * A document that is hard to compile: a runnable group, a long name, numeric enums, names that are no property keys.
 */
export const HARD: AtipTool = {
  atip: '0.4',
  name: 'git',
  version: '2.40',
  description: 'Version control',
  homepage: 'https://git-scm.com',
  trust: { source: 'native' },
  effects: { network: false },
  globalOptions: [{ name: 'git-dir', flags: ['--git-dir'], type: 'directory', description: 'Repository' }],
  commands: {
    stash: {
      description: 'Put changes aside',
      options: [{ name: 'quiet', flags: ['-q'], type: 'boolean', description: 'Say nothing' }],
      commands: {
        '': { description: 'Put all changes aside', effects: { destructive: false, idempotent: false } },
        drop: {
          description: 'Throw away a stash',
          arguments: [{ name: 'stash', type: 'string', required: false, description: 'Which' }],
          effects: { destructive: true, reversible: false, duration: { typical: '1s' } },
        },
      },
    },
    'a-command-whose-name-goes-on-and-on-until-it-is-longer-than-what-any-provider-would-ever-accept': {
      description: 'x'.repeat(1100),
      effects: { destructive: true },
    },
    log: {
      description: 'Show the history',
      arguments: [{ name: 'dry-run', type: 'enum', enum: [1, 2, 2], description: 'Level', default: 1 }],
      options: [
        { name: '__proto__', flags: ['--proto'], type: 'string', description: 'Prototype', envVar: 'GIT_PROTO' },
        { name: 'v', flags: ['-v'], type: 'boolean', description: 'Lower' },
        { name: 'V', flags: ['-V'], type: 'enum', enum: ['', 'x', 3], description: 'Upper', default: [] },
      ],
      examples: ['git log -v 1'],
      effects: { filesystem: { write: false, read: true } },
    },
  },
};
