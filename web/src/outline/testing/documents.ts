/** Documents for the tests of this folder and of the panel. */

/** Groups, a runnable group, the tool's own command, something left out, a key with a slash. */
export const MIXED: string = JSON.stringify({
  atip: { version: '0.4' },
  name: 'demo',
  version: '1.0.0',
  description: 'Shows things',
  trust: { source: 'vendor', verified: true },
  effects: { network: false },
  globalOptions: [{ name: 'verbose', flags: ['--verbose'], type: 'boolean', description: 'Say more' }],
  commands: {
    '': { description: 'Runs the demo', effects: { filesystem: { write: false }, network: false } },
    repo: {
      description: 'Work with repositories',
      effects: { network: true },
      commands: {
        '': { description: 'Lists repositories' },
        delete: {
          description: 'Deletes a repository',
          arguments: [{ name: 'name', type: 'string', description: 'Which one' }],
          options: [{ name: 'yes', flags: ['-y', '--yes'], type: 'boolean', description: 'Do not ask' }],
          effects: { destructive: true, reversible: false, subprocess: true, deletes: ['repository'] },
          examples: ['demo repo delete attic'],
          'x-aliases': ['rm'],
        },
        'a/b': { description: 'Odd', 'x-deprecated': true },
      },
    },
    branch: {
      description: 'Lists branches',
      options: [
        {
          name: 'force',
          flags: ['-D'],
          type: 'enum',
          enum: ['no', 'yes'],
          default: 'no',
          description: 'Delete one',
          'x-effects': { destructive: true },
        },
      ],
      effects: { destructive: false },
    },
    cloud: { description: 'In the cloud', 'x-omitted-commands': 12, effects: { cost: { billable: true } } },
  },
});

export const EMPTY: string = JSON.stringify({
  atip: { version: '0.4' },
  name: 'empty',
  version: '1.0.0',
  description: 'Does nothing yet',
});
