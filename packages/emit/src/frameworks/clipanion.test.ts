import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { describe as describeDocument } from '../testing/describe.ts';

// As Node takes it: bundlers follow a field of its package that leads to a folder.
const clipanion: typeof import('clipanion') = createRequire(import.meta.url)('clipanion');
const { Builtins, Cli, Command, Option } = clipanion;

class Add extends Command {
  static override paths = [['remote', 'add'], ['remote', 'new'], ['radd']];
  static override usage = Command.Usage({ description: 'Adds one', examples: [['As a name', '$0 remote add home']] });
  name = Option.String();
  urls = Option.Rest({ required: 1 });
  force = Option.Boolean('-f,--force', false, { description: 'Writes over' });
  verbose = Option.Counter('-v,--verbose');
  to = Option.String('--to', 'a', { env: 'NOTES_TO', description: 'Where' });
  tags = Option.Array('--tag');
  pair = Option.Array('--pair', { arity: 2 });
  open = Option.String('--open', { tolerateBoolean: true });
  secret = Option.String('--secret', { hidden: true, required: true });
  async execute(): Promise<number> {
    return 0;
  }
}

class Run extends Command {
  static override paths = [['run']];
  file = Option.String();
  words = Option.Proxy();
  async execute(): Promise<number> {
    return 0;
  }
}

class List extends Command {
  static override paths = [Command.Default];
  dir = Option.String({ required: false });
  async execute(): Promise<number> {
    return 0;
  }
}

const ADD = {
  description: 'Adds one',
  arguments: [
    { name: 'name', type: 'string', description: '', required: true },
    { name: 'urls', type: 'string', description: '', required: true, variadic: true },
  ],
  options: [
    {
      name: 'force',
      flags: ['-f', '--force', '--no-force'],
      type: 'boolean',
      description: 'Writes over',
      default: false,
    },
    { name: 'verbose', flags: ['-v', '--verbose'], type: 'integer', 'x-count': true, description: '' },
    { name: 'to', flags: ['--to'], type: 'string', description: 'Where', default: 'a', envVar: 'NOTES_TO' },
    { name: 'tag', flags: ['--tag'], type: 'array', description: '' },
    { name: 'pair', flags: ['--pair'], type: 'array', 'x-words': 2, description: '' },
    { name: 'open', flags: ['--open'], type: 'string', description: '', 'x-optional-value': true },
    { name: 'secret', flags: ['--secret'], type: 'string', description: '', required: true, 'x-deprecated': true },
  ],
  examples: ['notes remote add home'],
};

test('a program of clipanion', async () => {
  const names = { binaryName: 'notes', binaryVersion: '1.0.0', binaryLabel: 'Keeps notes' };
  const program = Cli.from([Add, Run, List, Builtins.HelpCommand, Builtins.VersionCommand], names);
  expect(await describeDocument(program, { 'remote add': { network: true } })).toStrictEqual({
    told: [],
    tool: {
      atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
      name: 'notes',
      version: '1.0.0',
      description: 'Keeps notes',
      trust: { source: 'native' },
      'x-end-of-options': true,
      commands: {
        '': {
          description: 'Keeps notes',
          arguments: [{ name: 'dir', type: 'string', description: '', required: false }],
        },
        remote: { description: '', commands: { add: { ...ADD, 'x-aliases': ['new'], effects: { network: true } } } },
        // Another place is no alias: the command stands there once more, with the same effects.
        radd: { ...ADD, 'x-deprecated': true, effects: { network: true } },
        run: {
          description: '',
          arguments: [
            { name: 'file', type: 'string', description: '', required: true },
            { name: 'words', type: 'string', description: '', required: false, variadic: true, 'x-rest': true },
          ],
          'x-end-of-options': false,
        },
      },
    },
  });
});

test('two classes of one path are told', async () => {
  class Again extends Run {}
  const { told } = await describeDocument(Cli.from([Run, Again], { binaryName: 'x', binaryVersion: '1' }));
  expect(told).toStrictEqual(['error "run": Two commands have this name; the second is left out.']);
});
