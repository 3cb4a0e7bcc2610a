import { defineCommand } from 'citty';
import { expect, test } from 'vitest';
import { describe as describeDocument } from '../testing/describe.ts';
import { describeProgram } from './read-program.ts';

const add = defineCommand({
  meta: { name: 'add', description: 'Adds a note', alias: 'a' },
  args: {
    title: { type: 'positional', description: 'Its text' },
    file: { type: 'positional', required: false },
    dryRun: { type: 'boolean', alias: ['d'], default: false, description: 'Only shows' },
    kind: { type: 'enum', options: ['x', 'y'], default: 'x' },
    out: { type: 'string', valueHint: 'dir', required: true },
  },
  run: () => undefined,
});

const ADD = {
  description: 'Adds a note',
  arguments: [
    { name: 'title', type: 'string', description: 'Its text', required: true },
    { name: 'file', type: 'file', description: '', required: false },
  ],
  options: [
    {
      name: 'dry-run',
      flags: ['-d', '--dry-run', '--no-dry-run'],
      type: 'boolean',
      description: 'Only shows',
      default: false,
    },
    { name: 'kind', flags: ['--kind'], type: 'enum', description: '', enum: ['x', 'y'], default: 'x' },
    { name: 'out', flags: ['--out'], type: 'directory', description: '', required: true },
  ],
  'x-aliases': ['a'],
};

test('a program of citty, whose parts are functions and promises', async () => {
  const list = { meta: { description: 'Prints all', hidden: true }, run: () => undefined };
  const program = defineCommand({
    meta: async () => ({ name: 'notes', version: '1.0.0', description: 'Keeps notes' }),
    args: { cwd: { type: 'string', valueHint: 'dir' } },
    subCommands: {
      add: () => Promise.resolve(add),
      list,
      group: Promise.resolve({ args: { all: { type: 'boolean' } }, subCommands: { add } }),
    },
    default: 'list',
  });
  expect(await describeDocument(program, { list: { network: false } })).toStrictEqual({
    told: [],
    tool: {
      atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
      name: 'notes',
      version: '1.0.0',
      description: 'Keeps notes',
      trust: { source: 'native' },
      'x-end-of-options': true,
      globalOptions: [
        { name: 'cwd', flags: ['--cwd'], type: 'directory', description: '' },
        // Of the group alone, behind whose word it stands.
        { name: 'all', flags: ['--all', '--no-all'], type: 'boolean', description: '', 'x-behind': 'group' },
      ],
      commands: {
        add: ADD,
        list: { description: 'Prints all', 'x-deprecated': true, effects: { network: false } },
        '': { description: 'Prints all', 'x-deprecated': true, effects: { network: false } },
        group: { description: '', commands: { add: ADD } },
      },
    },
  });
});

test('a program of plain objects is read at once', () => {
  const program = { meta: { name: 'notes', version: '1' }, subCommands: { add } };
  expect(describeProgram(program, { effects: {} })).not.toBeInstanceOf(Promise);
});

test('a part that cannot be read without a call is told', async () => {
  const fail = (): never => {
    throw new Error('no terminal');
  };
  const program = {
    meta: { name: 'x', version: '1' },
    subCommands: { one: fail, two: () => Promise.reject(new Error('offline')) },
  };
  const { tool, told } = await describeDocument(program);
  expect(told).toStrictEqual([
    'error "one": Its definition cannot be read without a call: no terminal',
    'error "two": Its definition cannot be read without a call: offline',
  ]);
  expect(tool?.commands).toStrictEqual({ one: { description: '' }, two: { description: '' } });
});

test('subcommands that contain themselves end', async () => {
  const loop: { meta: object; subCommands: Record<string, unknown> } = {
    meta: { name: 'x', version: '1' },
    subCommands: {},
  };
  loop.subCommands['again'] = { meta: {}, subCommands: { loop } };
  const { tool, told } = await describeDocument(loop);
  expect(told).toStrictEqual(['error "again loop": It contains itself; it is left out.']);
  expect(tool?.commands).toStrictEqual({ again: { description: '' } });
});
