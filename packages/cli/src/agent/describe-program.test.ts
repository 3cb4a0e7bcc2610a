import { Readable } from 'node:stream';
import { type AtipCommand, type AtipTool, checkTool, flattenCommands, parseTool, selectCommands } from '@atip/core';
import { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../run-cli.ts';
import { runTestCli } from '../testing/run-test-cli.ts';
import { VERSION } from '../version.ts';
import { COMMAND_EFFECTS, describeProgram } from './describe-program.ts';

async function describeSelf(...args: string[]): Promise<AtipTool> {
  const { code, stdout, stderr } = await runTestCli(['--agent', ...args]);
  expect([code, stderr]).toStrictEqual([0, '']);
  const { tool } = parseTool(stdout);
  if (tool === undefined) throw new Error('atip --agent wrote no valid document.');
  return tool;
}

/** For the scripts of shells alone. */
const HIDDEN = ['completion words'];

/** The program's own definitions, by the words that call them. */
function definitions(parent: Command, words: readonly string[] = []): [string, Command][] {
  return parent.commands.flatMap((command) => {
    const path = [...words, command.name()];
    if (HIDDEN.includes(path.join(' '))) return [];
    return [[path.join(' '), command], ...definitions(command, path)] satisfies [string, Command][];
  });
}

function described(node: Pick<AtipCommand, 'commands'>, words: readonly string[] = []): [string, AtipCommand][] {
  return Object.entries(node.commands ?? {}).flatMap(([key, command]) => {
    const path = [...words, key];
    return [[path.join(' '), command], ...described(command, path)] satisfies [string, AtipCommand][];
  });
}

const output = { write: () => true };
const { root: program, define } = createProgram({
  host: {
    args: [],
    cwd: '/',
    env: {},
    stdin: Readable.from([]),
    stdout: output,
    stderr: output,
    signal: new AbortController().signal,
  },
  end: () => undefined,
});
await define('all');

test('what atip says of itself is valid, and nothing about it is doubtful', async () => {
  const { stdout } = await runTestCli(['--agent']);
  const { tool, issues } = parseTool(stdout);
  expect(issues).toStrictEqual([]);
  expect(tool && checkTool(tool, stdout)).toStrictEqual([]);
  expect([tool?.name, tool?.version, tool?.trust]).toStrictEqual(['atip', VERSION, { source: 'native' }]);
});

test('every command of the program is described as it is defined, and no other', async () => {
  const own = definitions(program).map(([words, command]) => ({
    words,
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => [argument.name(), argument.required, argument.variadic]),
    options: command.options.map(({ short, long, mandatory }) => [[short, long].filter(Boolean), mandatory]),
    defaults: command.options.map(({ defaultValue, argChoices }) => [defaultValue, argChoices]),
  }));
  const told = described(await describeSelf()).map(([words, { description, arguments: args = [], options = [] }]) => ({
    words,
    description,
    arguments: args.map(({ name, required = true, variadic = false }) => [name, required, variadic]),
    options: options.map(({ flags, required = false }) => [flags, required]),
    // A flag that is repeated begins with none.
    defaults: options.map(({ name, default: given, enum: choices }) => [
      ['probe', 'allow-origin', 'allow-env', 'writable', 'delegation'].includes(name) ? [] : given,
      choices,
    ]),
  }));
  expect(told).toStrictEqual(own);
});

test('every command has its effects, and every effect its command', async () => {
  const known = definitions(program).map(([words]) => words);
  expect(Object.keys(COMMAND_EFFECTS).filter((words) => !known.includes(words))).toStrictEqual([]);
  const silent = flattenCommands(await describeSelf()).filter(({ effects }) => Object.keys(effects).length === 0);
  expect(silent.map(({ name }) => name)).toStrictEqual([]);
});

test('what runs programs of others is destructive, and what only reads says so', async () => {
  const flags = Object.fromEntries(
    flattenCommands(await describeSelf()).map(({ name, effects }) => [name, [effects.destructive, effects.network]]),
  );
  expect([flags['atip_run'], flags['atip_mcp'], flags['atip_validate'], flags['atip_filter']]).toStrictEqual([
    [true, true],
    [true, true],
    [false, false],
    [false, false],
  ]);
});

test.each([
  [['--depth=1'], { depth: 1 }],
  [['--commands=audit'], { commands: ['audit'] }],
  [['--commands', 'audit verify,compile', '--depth', '1'], { commands: ['audit verify', 'compile'], depth: 1 }],
])('an excerpt for %j', async (args, filter) => {
  expect(await describeSelf(...args)).toStrictEqual(selectCommands(await describeSelf(), filter));
});

test('the options of --agent may stand before it, and nothing else is run', async () => {
  const { code, stdout } = await runTestCli(['--commands=share', '--agent', 'validate', '/none.json']);
  expect([code, Object.keys(JSON.parse(stdout).commands)]).toStrictEqual([0, ['share']]);
});

test.each([
  ['a command that there is not', ['--agent', '--commands=shar'], 'No tool has a command called "shar".'],
  ['a depth that is none', ['--agent', '--depth=x'], 'A whole number above 0 is expected.'],
  ['its options before a command', ['--depth=1', 'validate', 'x'], 'belong to --agent; put them after it.'],
  ['--agent after a command', ['validate', '--agent'], "unknown option '--agent'"],
])('%s is a usage error', async (_, args, message) => {
  const { code, stdout, stderr } = await runTestCli(args);
  expect([code, stdout]).toStrictEqual([2, '']);
  expect(stderr).toContain(message);
});

test('what the help hides is hidden here, and a command that is called help is not', () => {
  const program = new Command('demo').description('Shows something').version('1.2.3');
  program.command('secret', { hidden: true }).description('Hidden');
  const group = program.command('reading').description('Reads from elsewhere');
  group.command('help').description('From help').addOption(new Option('--hidden', 'Hidden').hideHelp());
  expect(describeProgram(program)).toStrictEqual({
    atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
    name: 'demo',
    version: '1.2.3',
    description: 'Shows something',
    trust: { source: 'native' },
    'x-end-of-options': true,
    commands: {
      reading: { description: 'Reads from elsewhere', commands: { help: { description: 'From help' } } },
    },
  });
});

test.each([
  [
    'a switch that takes something away',
    new Option('--no-color', 'd').default(true),
    { name: 'no-color', flags: ['--no-color'], type: 'boolean' },
  ],
  ['a file', new Option('--policy <file>', 'd'), { name: 'policy', flags: ['--policy'], type: 'file' }],
  ['a name of all objects', new Option('--a <constructor>', 'd'), { name: 'a', flags: ['--a'], type: 'string' }],
  [
    'choices, one of which must be made',
    new Option('--to <file>', 'd').choices(['a', 'b']).makeOptionMandatory(),
    { name: 'to', flags: ['--to'], type: 'enum', required: true, enum: ['a', 'b'] },
  ],
  [
    'a list in one value',
    new Option('--commands <names>', 'd').default(['a']),
    { name: 'commands', flags: ['--commands'], type: 'array', default: ['a'] },
  ],
  [
    'an environment variable',
    new Option('--url <url>', 'd').env('ATIP_URL'),
    { name: 'url', flags: ['--url'], type: 'url', envVar: 'ATIP_URL' },
  ],
])('an option: %s', (_, option, expected) => {
  const { commands } = describeProgram(new Command('x').addCommand(new Command('y').addOption(option)));
  expect(commands?.['y']?.options?.[0]).toStrictEqual({ ...expected, description: 'd' });
});
