import { type AtipCommand, type AtipTool, checkTool, flattenCommands, parseTool, selectCommands } from '@atip/core';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../run-cli.ts';
import { runTestCli, testHost } from '../testing/run-test-cli.ts';
import { VERSION } from '../version.ts';
import { COMMAND_EFFECTS } from './describe-program.ts';

async function describeSelf(...args: string[]): Promise<AtipTool> {
  const { code, stdout, stderr } = await runTestCli(['--agent', ...args]);
  expect([code, stderr]).toStrictEqual([0, '']);
  const { tool } = parseTool(stdout);
  if (tool === undefined) throw new Error('atip --agent wrote no valid document.');
  return tool;
}

/** The program's own definitions, by the words that call them. */
function definitions(parent: Command, words: readonly string[] = []): [string, Command][] {
  return parent.commands.flatMap((command) => {
    const path = [...words, command.name()];
    return [[path.join(' '), command], ...definitions(command, path)] satisfies [string, Command][];
  });
}

/** `--open` and `--no-open` are one option that is on or off. */
function isShown(option: Command['options'][number], _at: number, all: Command['options']): boolean {
  return !option.negate || all.every((other) => other === option || other.attributeName() !== option.attributeName());
}

function described(node: Pick<AtipCommand, 'commands'>, words: readonly string[] = []): [string, AtipCommand][] {
  return Object.entries(node.commands ?? {}).flatMap(([key, command]) => {
    const path = [...words, key];
    return [[path.join(' '), command], ...described(command, path)] satisfies [string, AtipCommand][];
  });
}

const { root: program, define } = createProgram({ host: testHost(), end: () => undefined });
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
    options: command.options
      .filter(isShown)
      .map(({ short, long, mandatory }) => [[short, long].filter(Boolean), mandatory]),
    defaults: command.options.filter(isShown).map(({ defaultValue, argChoices }) => [defaultValue, argChoices]),
  }));
  const told = described(await describeSelf()).map(([words, { description, arguments: args = [], options = [] }]) => ({
    words,
    description,
    arguments: args.map(({ name, required = true, variadic = false }) => [name, required, variadic]),
    options: options.map(({ name, flags, required = false }) => [
      flags.filter((flag) => flag !== `--no-${name}`),
      required,
    ]),
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

test.each([
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
  ['--agent after a command', ['validate', '--agent'], "unknown option '--agent'"],
])('%s is a usage error', async (_, args, message) => {
  const { code, stdout, stderr } = await runTestCli(args);
  expect([code, stdout]).toStrictEqual([2, '']);
  expect(stderr).toContain(message);
});
