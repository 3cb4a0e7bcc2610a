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
          effects: { destructive: true, reversible: false, subprocess: true, deletes: ['repository'] },
        },
        'a/b': { description: 'Odd', 'x-deprecated': true },
      },
    },
    branch: {
      description: 'Lists branches',
      options: [
        { name: 'f', flags: ['-D'], type: 'boolean', description: 'Delete', 'x-effects': { destructive: true } },
      ],
      effects: { destructive: false },
    },
    cloud: { description: 'In the cloud', 'x-omitted-commands': 12, effects: { cost: { billable: true } } },
  },
});
