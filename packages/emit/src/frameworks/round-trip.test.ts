// A call that core writes from a document reaches the parser of the program with its values, for each framework besides commander.
import { createRequire } from 'node:module';
import { type AtipTool, buildCommandArray, mapToCommand } from '@atip/core';
import { Args, Command as OclifCommand, Flags, Parser } from '@oclif/core';
import { cac } from 'cac';
import { runCommand } from 'citty';
import { expect, test } from 'vitest';
import yargs from 'yargs';
import { describe as describeDocument } from '../testing/describe.ts';

const clipanion: typeof import('clipanion') = createRequire(import.meta.url)('clipanion');

/** The values that a program's own parser found. */
type Found = Readonly<Record<string, unknown>>;

interface Parsed {
  readonly program: unknown;
  readonly parse: (argv: readonly string[]) => Promise<Found>;
}

function ofYargs(): Parsed {
  let found: Found = {};
  const program = yargs([])
    .scriptName('notes')
    .exitProcess(false)
    .option('list', { array: true, type: 'string' })
    .command(
      'add <title> [more..]',
      'Adds',
      {
        flag: { type: 'boolean' },
        off: { type: 'boolean', default: true },
        value: { type: 'string' },
        choice: { choices: ['a b', 'c'] },
        number: { type: 'number' },
        count: { count: true },
      },
      (argv) => {
        found = argv;
      },
    );
  return {
    program,
    parse: async (argv) => {
      await program.parseAsync([...argv]);
      return found;
    },
  };
}

function ofCac(): Parsed {
  const program = cac('notes');
  let found: Found = {};
  const add = program.command('add <title> [...more]', 'Adds').option('--flag', 'f').option('--no-off', 'o');
  add
    .option('--value <value>', 'v')
    .option('--list <value>', 'l', { type: [String] })
    .option('--maybe [value]', 'm');
  add.action((title, more, options) => {
    found = { ...options, title, more };
  });
  return {
    program,
    parse: async (argv) => {
      program.parse(['node', 'notes', ...argv]);
      return found;
    },
  };
}

function ofCitty(): Parsed {
  let found: Found = {};
  const add = {
    args: {
      title: { type: 'positional' },
      flag: { type: 'boolean' },
      off: { type: 'boolean', default: true },
      value: { type: 'string' },
      dryRun: { type: 'boolean' },
      choice: { type: 'enum', options: ['a b', 'c'] },
    },
    run: ({ args }: { args: Found }) => {
      found = args;
    },
  } as const;
  const program = { meta: { name: 'notes' }, args: { cwd: { type: 'string' } }, subCommands: { add } } as const;
  return {
    program,
    parse: async (argv) => {
      await runCommand(
        {
          ...program,
          subCommands: {
            add: { ...add, args: { ...add.args, choice: { ...add.args.choice, options: ['a b', 'c'] } } },
          },
        },
        { rawArgs: [...argv] },
      );
      return found;
    },
  };
}

function ofClipanion(): Parsed {
  const { Cli, Command, Option } = clipanion;
  class Add extends Command {
    static override paths = [['add']];
    title = Option.String();
    more = Option.Rest();
    flag = Option.Boolean('--flag');
    off = Option.Boolean('--off', true);
    value = Option.String('--value');
    list = Option.Array('--list');
    count = Option.Counter('-c,--count');
    maybe = Option.String('--maybe', { tolerateBoolean: true });
    async execute(): Promise<number> {
      return 0;
    }
  }
  const program = Cli.from([Add], { binaryName: 'notes' });
  return { program, parse: async (argv) => ({ ...program.process([...argv]) }) };
}

function ofOclif(): Parsed {
  class Add extends OclifCommand {
    static override id = 'add';
    static override args = { title: Args.string({ required: true }), more: Args.string() };
    static override flags = {
      flag: Flags.boolean(),
      off: Flags.boolean({ allowNo: true, default: true }),
      value: Flags.string(),
      choice: Flags.string({ options: ['a b', 'c'] }),
      list: Flags.string({ multiple: true }),
      number: Flags.integer(),
    };
    async run(): Promise<void> {
      await Promise.resolve();
    }
  }
  const config = {
    bin: 'notes',
    version: '1',
    pjson: {},
    topics: [],
    commands: [{ id: 'add', args: Add.args, flags: Add.flags }],
  };
  return {
    program: config,
    parse: async ([, ...argv]) => {
      const { args, flags } = await Parser.parse(argv, { args: Add.args, flags: Add.flags, strict: true });
      return { ...args, ...flags };
    },
  };
}

const HOSTILE = ['a b', 'ä=ö', '--no-color', '-x', '"$HOME"', 'a,b', '@file'];
const PLAIN = ['a b', 'ä=ö', '"$HOME"', 'a,b', '@scope/x'];

async function check({ program, parse }: Parsed, calls: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const { tool, told } = await describeDocument(program, {}, { version: '1' });
  expect(told).toStrictEqual([]);
  if (tool === undefined) throw new Error('There is no document.');
  for (const call of calls) {
    const argv = argvOf(tool, call);
    const found = await parse(argv.slice(1));
    const got = Object.fromEntries(Object.keys(call).map((key) => [key, found[key]]));
    expect({ argv, got }).toStrictEqual({ argv, got: call });
  }
}

function argvOf(tool: AtipTool, call: Readonly<Record<string, unknown>>): string[] {
  return buildCommandArray(mapToCommand('notes_add', [tool]), call);
}

test('yargs', async () => {
  // It takes quotation marks around a value away, as if a shell had left them.
  const isKept = (value: string): boolean => !value.startsWith('"');
  await check(ofYargs(), [
    ...HOSTILE.filter(isKept).map((value) => ({ title: 't', value })),
    ...PLAIN.filter(isKept).map((title) => ({ title, more: ['b', 'c d'], list: ['e', 'f g'], flag: true })),
    { title: 't', off: false, choice: 'a b', number: -2.5, count: 3 },
    { title: 't', flag: false, list: ['x'] },
  ]);
});

test('cac', async () => {
  await check(ofCac(), [
    ...HOSTILE.map((value) => ({ title: 't', value })),
    ...PLAIN.map((title) => ({ title, more: ['b', 'c d'], list: ['e', 'f g'], flag: true, maybe: 'm' })),
  ]);
  const { program, parse } = ofCac();
  const { tool } = await describeDocument(program, {}, { version: '1' });
  if (tool === undefined) throw new Error('There is no document.');
  expect((await parse(argvOf(tool, { title: 't', 'no-off': true }).slice(1)))['off']).toBe(false);
});

test('citty', async () => {
  await check(ofCitty(), [
    ...HOSTILE.map((value) => ({ title: 't', value })),
    ...PLAIN.map((title) => ({ title, flag: true, choice: 'a b' })),
    { title: '-x', off: false },
    { title: 't', flag: false },
  ]);
});

test('clipanion', async () => {
  await check(ofClipanion(), [
    ...HOSTILE.map((value) => ({ title: 't', value, list: [value, 'y'] })),
    ...HOSTILE.map((title) => ({ title, more: ['b', '-c'], flag: true, count: 2 })),
    { title: 't', off: false, maybe: 'm' },
  ]);
});

test('oclif', async () => {
  await check(ofOclif(), [
    ...HOSTILE.map((value) => ({ title: 't', value, list: [value, 'y'] })),
    ...HOSTILE.map((title) => ({ title, more: 'b', flag: true })),
    { title: 't', off: false, choice: 'a b', number: -3 },
  ]);
});
