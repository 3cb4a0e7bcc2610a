import { loadShim } from '@atip/catalog';
import { type AtipTool, checkTool, flattenCommands, parseTool } from '@atip/core';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../run-cli.ts';
import { runTestCli, testHost } from '../testing/run-test-cli.ts';
import { VERSION } from '../version.ts';
import { COMMAND_EFFECTS } from './describe-program.ts';

/** The program's own definitions, by the words that call them. */
function definitions(parent: Command, words: readonly string[] = []): [string, Command][] {
  return parent.commands.flatMap((command) => {
    const path = [...words, command.name()];
    return [[path.join(' '), command], ...definitions(command, path)] satisfies [string, Command][];
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

test('every command has its effects, and every effect its command', async () => {
  const known = definitions(program).map(([words]) => words);
  expect(Object.keys(COMMAND_EFFECTS).filter((words) => !known.includes(words))).toStrictEqual([]);
  const silent = flattenCommands(JSON.parse((await runTestCli(['--agent'])).stdout)).filter(
    ({ effects }) => Object.keys(effects).length === 0,
  );
  expect(silent.map(({ name }) => name)).toStrictEqual([]);
});

test('every help fits a terminal of 80 columns', async () => {
  const helps = [['--help'], ...definitions(program).map(([words]) => [...words.split(' '), '--help'])];
  const wide = await Promise.all(
    helps.map(async (args) => {
      const { stdout } = await runTestCli(args);
      expect(stdout).toContain('Usage: atip');
      return stdout.split('\n').filter((line) => line.length > 80);
    }),
  );
  expect(wide.flat()).toStrictEqual([]);
});

/** Its commands with their flags, without the program itself. */
function shapeOf(tool: AtipTool): string[] {
  return flattenCommands(tool).flatMap(({ path, metadata: { options = [] } }) =>
    path.length === 0 || path[0] === '' ? [] : [[...path, ...options.flatMap(({ flags }) => flags).sort()].join(' ')],
  );
}

test('the catalog has the same commands: a gate knows them before any discovery', async () => {
  const own: AtipTool = JSON.parse((await runTestCli(['--agent'])).stdout);
  const bundled = await loadShim('atip');
  expect(bundled && shapeOf(bundled).sort()).toStrictEqual(shapeOf(own).sort());
});

test('an agent that gives itself a rule, trust or another setup is asked about', async () => {
  expect(
    ['gate', 'rules', 'setup', 'trust', 'run'].filter((words) => {
      const effects = COMMAND_EFFECTS[words];
      return effects?.['x-runs'] !== 'call' && effects?.destructive !== true;
    }),
  ).toStrictEqual([]);
});
