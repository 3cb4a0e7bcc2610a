import { cac } from 'cac';
import { expect, test } from 'vitest';
import { describe as describeDocument } from '../testing/describe.ts';

test('a program of cac', async () => {
  const program = cac('notes').version('1.0.0').help();
  program.option('--config <file>', 'Settings').option('--open [path]', 'Opens it');
  const dev = program.command('dev [root]', 'Starts a server').alias('serve');
  dev.option('-p, --port <port>', 'Where', { default: 3000 }).option('--no-color', 'Is plain');
  dev.option('--env.* <value>', 'Variables').option('--ignore <glob>', 'Leaves out', { type: [String] });
  dev.example((name) => `${name} dev --port 1`);
  program.command('build <...entries>', 'Builds').option('--clean', 'Empties').option('--no-clean', 'Keeps');
  program.command('', 'Prints all');
  const open = { name: 'open', flags: ['--open'], type: 'file', description: 'Opens it', 'x-optional-value': true };
  expect(await describeDocument(program, { '': { network: false } })).toStrictEqual({
    told: [],
    tool: {
      atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
      name: 'notes',
      version: '1.0.0',
      description: 'Prints all',
      trust: { source: 'native' },
      globalOptions: [{ name: 'config', flags: ['--config'], type: 'file', description: 'Settings' }],
      commands: {
        '': { description: 'Prints all', options: [open], effects: { network: false } },
        dev: {
          description: 'Starts a server',
          arguments: [{ name: 'root', type: 'string', description: '', required: false }],
          options: [
            { name: 'port', flags: ['-p', '--port'], type: 'integer', description: 'Where', default: 3000 },
            { name: 'no-color', flags: ['--no-color'], type: 'boolean', description: 'Is plain' },
            { name: 'env', flags: ['--env'], type: 'string', description: 'Variables' },
            { name: 'ignore', flags: ['--ignore'], type: 'array', description: 'Leaves out' },
            open,
          ],
          examples: ['notes dev --port 1'],
          'x-arguments-first': true,
          'x-aliases': ['serve'],
        },
        build: {
          description: 'Builds',
          arguments: [{ name: 'entries', type: 'string', description: '', required: true, variadic: true }],
          options: [
            {
              name: 'clean',
              flags: ['--clean', '--no-clean'],
              type: 'boolean',
              description: 'Empties; --no-clean: Keeps',
            },
            open,
          ],
          'x-arguments-first': true,
        },
      },
    },
  });
});

test('a second command without a name is told', async () => {
  const program = cac('x').version('1');
  program.command('', 'First');
  program.command('[file]', 'Second');
  const { told } = await describeDocument(program);
  expect(told).toStrictEqual(['error Two commands have no name; the second is left out.']);
});
