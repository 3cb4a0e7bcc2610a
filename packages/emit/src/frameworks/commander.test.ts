import { createRequire } from 'node:module';
import { Argument, Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { describe as describeDocument } from '../testing/describe.ts';

// Under the types of the newer one, as far as both have the same.
const commander11: typeof import('commander') = createRequire(import.meta.url)('commander11');

const NOTES = {
  atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
  name: 'notes',
  version: '1.2.3',
  description: 'Keeps notes',
  trust: { source: 'native' },
  'x-end-of-options': true,
  globalOptions: [{ name: 'file', flags: ['-f', '--file'], type: 'file', description: 'Where', envVar: 'NOTES' }],
  commands: {
    remote: {
      description: 'Other machines',
      'x-aliases': ['r'],
      commands: {
        add: {
          description: 'Adds one',
          arguments: [
            { name: 'name', type: 'string', description: 'Short', required: true },
            { name: 'urls', type: 'string', description: '', required: false, variadic: true },
          ],
          options: [
            { name: 'kind', flags: ['--kind'], type: 'enum', description: '', enum: ['ssh', 'http'], default: 'ssh' },
            { name: 'tags', flags: ['--tags'], type: 'array', description: '', 'x-exclusive': ['--kind'] },
            { name: 'dry', flags: ['--dry'], type: 'boolean', description: 'Only shows' },
          ],
          'x-aliases': ['new', 'plus'],
          effects: { network: true },
        },
      },
    },
    old: { description: 'Is hidden', 'x-deprecated': true },
  },
};

test.each([
  ['14', Command, Option],
  ['11', commander11.Command, commander11.Option],
] as const)('a program of commander %s', async (_version, OwnCommand, OwnOption) => {
  const program = new OwnCommand('notes').description('Keeps notes').version('1.2.3');
  program.addOption(new OwnOption('-f, --file <path>', 'Where').env('NOTES'));
  const remote = program.command('remote').alias('r').description('Other machines').option('--dry', 'Only shows');
  const add = remote.command('add').argument('<name>', 'Short').argument('[urls...]').description('Adds one');
  add.aliases(['new', 'plus']).addOption(new OwnOption('--kind <kind>').choices(['ssh', 'http']).default('ssh'));
  add.addOption(new OwnOption('--tags <tags...>').conflicts('kind'));
  program.command('old', { hidden: true }).description('Is hidden');
  expect(await describeDocument(program, { 'remote add': { network: true } })).toStrictEqual({ tool: NOTES, told: [] });
});

test.each([
  ['a flag', new Option('--all', 'd'), { name: 'all', flags: ['--all'], type: 'boolean' }],
  [
    'a flag that negates',
    new Option('--no-color', 'd').default(true),
    { name: 'no-color', flags: ['--no-color'], type: 'boolean' },
  ],
  [
    'a value that may be left out',
    new Option('-c, --color [when]', 'd'),
    { name: 'color', flags: ['-c', '--color'], type: 'string', 'x-optional-value': true },
  ],
  [
    'a flag that is counted',
    new Option('-v', 'd').argParser((_, many: number) => many + 1).default(0),
    { name: 'v', flags: ['-v'], type: 'integer', default: 0, 'x-count': true },
  ],
  [
    'one that has to be given',
    new Option('--to <dir>', 'd').makeOptionMandatory(),
    { name: 'to', flags: ['--to'], type: 'directory', required: true },
  ],
  [
    'a computed default',
    new Option('--now <time>', 'd').default(new Date(0)),
    { name: 'now', flags: ['--now'], type: 'string' },
  ],
])('an option: %s', async (_, option, expected) => {
  const { tool } = await describeDocument(new Command('x').addOption(option));
  expect(tool?.commands?.['']?.options).toStrictEqual([{ description: 'd', ...expected }]);
});

test('--color and --no-color are one option, with what is said about both', async () => {
  const program = new Command('x').option('--color', 'Paints').option('--no-color', 'Is plain');
  const { tool } = await describeDocument(program);
  expect(tool?.commands?.['']?.options).toStrictEqual([
    { name: 'color', flags: ['--color', '--no-color'], type: 'boolean', description: 'Paints; --no-color: Is plain' },
  ]);
});

test('the command that runs when none is named stands under no name as well', async () => {
  const program = new Command('x');
  program.command('serve', { isDefault: true }).addArgument(new Argument('[port]')).description('Serves');
  const command = {
    description: 'Serves',
    arguments: [{ name: 'port', type: 'integer', description: '', required: false }],
    effects: { network: true },
  };
  const { tool } = await describeDocument(program, { serve: { network: true } });
  expect(tool?.commands).toStrictEqual({ serve: command, '': command });
});

test('where options stand before the subcommand they stay there', async () => {
  const program = new Command('x').enablePositionalOptions();
  const group = program.command('group').description('g').option('--all', 'a');
  group.command('one').description('o').option('--all', 'b');
  const { tool } = await describeDocument(program);
  const all = { name: 'all', flags: ['--all'], type: 'boolean' };
  expect(tool?.globalOptions).toStrictEqual([{ ...all, description: 'a', 'x-behind': 'group' }]);
  expect(tool?.commands?.['group']?.commands?.['one']?.options).toStrictEqual([{ ...all, description: 'b' }]);
});

test('a subcommand that is a program of its own is told', async () => {
  const program = new Command('x').command('install', 'Installs');
  const { told } = await describeDocument(program);
  expect(told).toStrictEqual([
    'error "install": It is a separate program, so its arguments and options are not known here; let that program answer --agent.',
  ]);
});

test('an author says what their values are', async () => {
  const program = new Command('x').option('--depth <levels>', 'd').option('--only <names>', 'o');
  const types = { levels: 'integer', names: { type: 'array', 'x-list-separator': ',' } } as const;
  const { tool } = await describeDocument(program, {}, { types });
  expect(tool?.commands?.['']?.options?.map(({ type }) => type)).toStrictEqual(['integer', 'array']);
});
