// A call that core writes from a document reaches the parser of the program with its values.
import type { AtipTool } from '@atip/core';
import { buildCommandArray, mapToCommand } from '@atip/core/execute';
import { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import yargs from 'yargs';
import { describe as describeDocument } from '../testing/describe.ts';

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

function ofCommander(): Parsed {
  let found: Found = {};
  const program = new Command('notes').exitOverride().option('--from <name>');
  program
    .command('add')
    .arguments('<title> [more...]')
    .option('--flag')
    .option('--color')
    .option('--no-color')
    .option('--value <value>')
    .option('--maybe [value]')
    .option('--list <value...>')
    .option('--number <value>', 'A number', Number.parseFloat)
    .addOption(new Option('--choice <value>').choices(['a b', '-c']))
    .addOption(new Option('--count').default(0).argParser((_value, given: number) => given + 1))
    .action((title, more, _options, command) => {
      found = { ...command.optsWithGlobals(), title, more };
    });
  return {
    program,
    parse: async (argv) => {
      await program.parseAsync([...argv], { from: 'user' });
      return found;
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

test('commander', async () => {
  for (const value of HOSTILE)
    await check(ofCommander(), [
      { title: value, value, maybe: value, from: value },
      { title: 't', more: [value, 'b'], list: [value, 'c'], flag: true, color: false },
    ]);
  await check(ofCommander(), [{ title: 't', choice: '-c', number: -2.5, count: 3, color: true }]);
});

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
