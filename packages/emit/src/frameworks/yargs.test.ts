import { expect, test } from 'vitest';
import yargs18, { type Argv } from 'yargs';
import yargs17 from 'yargs17';
import { describe as describeDocument } from '../testing/describe.ts';

const TAGS = { name: 'tags', flags: ['--tags'], type: 'array', description: 'Words', envVar: 'NOTES_TAGS' };

const NOTES = {
  atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
  name: 'notes',
  version: '2.0.0',
  description: 'Lists notes',
  trust: { source: 'native' },
  globalOptions: [
    {
      name: 'verbose',
      flags: ['-v', '--verbose'],
      type: 'integer',
      'x-count': true,
      description: 'Says more',
      envVar: 'NOTES_VERBOSE',
    },
    { name: 'config', flags: ['--config'], type: 'file', description: 'Settings', envVar: 'NOTES_CONFIG' },
  ],
  commands: {
    '': {
      description: 'Lists notes',
      arguments: [{ name: 'dir', type: 'string', description: '', required: false }],
      options: [
        { name: 'watch', flags: ['--watch', '--no-watch'], type: 'boolean', description: '', envVar: 'NOTES_WATCH' },
        TAGS,
      ],
      // A word that follows a list would be taken for more of it.
      'x-arguments-first': true,
    },
    add: {
      description: 'Adds a note',
      arguments: [
        { name: 'title', type: 'string', description: 'Its text', required: true },
        { name: 'files', type: 'file', description: '', required: false, variadic: true },
      ],
      options: [
        {
          name: 'kind',
          flags: ['--kind'],
          type: 'enum',
          description: '',
          enum: ['x', 'y'],
          default: 'x',
          envVar: 'NOTES_KIND',
          'x-exclusive': ['--dry-run'],
        },
        {
          name: 'dry-run',
          flags: ['--dry-run', '--no-dry-run'],
          type: 'boolean',
          description: '',
          default: true,
          envVar: 'NOTES_DRY_RUN',
          'x-deprecated': true,
        },
        {
          name: 'o',
          flags: ['-o'],
          type: 'string',
          description: '',
          envVar: 'NOTES_O',
          'x-optional-value': true,
          'x-deprecated': true,
          'x-depends': ['--kind'],
        },
        { name: 'level', flags: ['--level'], type: 'number', description: '', required: true, envVar: 'NOTES_LEVEL' },
        TAGS,
      ],
      'x-arguments-first': true,
      'x-aliases': ['a'],
      effects: { network: false },
    },
    remote: {
      description: 'Other machines',
      commands: {
        rm: {
          description: 'Forgets one',
          arguments: [{ name: 'name', type: 'string', description: '', required: true }],
          options: [
            {
              name: 'force',
              flags: ['-f', '--force', '--no-force'],
              type: 'boolean',
              description: '',
              envVar: 'NOTES_FORCE',
            },
            TAGS,
          ],
          'x-arguments-first': true,
        },
      },
    },
    secret: { description: '', options: [TAGS], 'x-deprecated': true },
  },
};

function define(program: Argv): Argv {
  return program
    .scriptName('notes')
    .version('2.0.0')
    .env('NOTES')
    .option('verbose', { alias: 'v', count: true, describe: 'Says more' })
    .option('config', { normalize: true, describe: 'Settings' })
    .option('tags', { array: true, describe: 'Words' })
    .command(['add <title> [files..]', 'a'], 'Adds a note', (add) =>
      add
        .positional('title', { describe: 'Its text', type: 'string' })
        .positional('files', { normalize: true })
        .option('kind', { choices: ['x', 'y'], default: 'x', demandOption: true })
        .option('dry-run', { type: 'boolean', default: true, deprecated: 'use nothing' })
        .option('o', { hidden: true })
        .option('level', { type: 'number', demandOption: true })
        .conflicts('kind', 'dry-run')
        .implies('o', 'kind'),
    )
    .command('remote', 'Other machines', (remote) =>
      remote.command('rm <name>', 'Forgets one', { force: { alias: 'f', type: 'boolean' } }).demandCommand(),
    )
    .command('$0 [dir]', 'Lists notes', (list) => list.option('watch', { boolean: true }))
    .command('secret', false, {});
}

test.each([
  ['18', yargs18],
  ['17', yargs17],
] as const)('a program of yargs %s', async (_version, yargs) => {
  const program = define(yargs([]));
  const expected = { tool: NOTES, told: [] };
  expect(await describeDocument(program, { add: { network: false } })).toStrictEqual(expected);
  // It is left as it was, for those who go on with it.
  expect(await describeDocument(program, { add: { network: false } })).toStrictEqual(expected);
  const { name, force } = await program.exitProcess(false).parse(['remote', 'rm', 'home', '-f']);
  expect([name, force]).toStrictEqual(['home', true]);
});

test('a builder that cannot tell its options is told, and its command is there', async () => {
  const program = yargs18([])
    .scriptName('x')
    .command('broken <dir>', 'Needs a terminal', () => {
      throw new Error('no terminal');
    })
    .command('slow', 'Waits', async (slow) => slow.option('late', { type: 'boolean' }));
  const { tool, told } = await describeDocument(program);
  expect(told).toStrictEqual([
    'error "broken": Its builder fails without a call (no terminal), so its options are not known, and it counts as able to do anything they could ask for.',
    'error "slow": Its builder is asynchronous, so its options are not known, and it counts as able to do anything they could ask for.',
  ]);
  expect(Object.keys(tool?.commands ?? {})).toStrictEqual(['broken', 'slow']);
  expect(tool?.commands?.['broken']?.arguments).toStrictEqual([
    { name: 'dir', type: 'string', description: '', required: true },
  ]);
});

test('a builder that parses, as many did once, runs nothing', async () => {
  let ran = 0;
  const program = yargs18(['one'])
    .scriptName('x')
    .command(
      'one',
      'First',
      (one) => {
        void one.option('all', { type: 'boolean' }).argv;
        return one;
      },
      () => {
        ran += 1;
      },
    );
  const { tool } = await describeDocument(program);
  expect([ran, tool?.commands?.['one']?.options?.map(({ name }) => name)]).toStrictEqual([0, ['all']]);
});
