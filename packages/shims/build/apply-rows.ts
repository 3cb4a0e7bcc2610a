import {
  type AtipArgument,
  type AtipCommand,
  type AtipEffects,
  type AtipOption,
  type AtipTool,
  mergeEffects,
} from '@atip/core';
import { effectsOfWords } from './effects-of-words.ts';
import type { Fail } from './fail.ts';
import { commandOf } from './sources.ts';
import type { TableRow } from './table-row.ts';

/**
 * The tool with the effects of the table: on its commands, and as `x-effects` on their arguments and options and the
 * global ones. Effects that a source states (Fig's `isDangerous`) stay beside them.
 *
 * @param fail is told of a row whose command, option or argument the tool has not
 */
export function applyRows(tool: AtipTool, rows: readonly TableRow[], fail: Fail): AtipTool {
  const own = structuredClone(tool);
  for (const row of rows) applyRow(own, row, fail);
  return own;
}

function applyRow(tool: AtipTool, row: TableRow, fail: Fail): void {
  const { command: name, parameters, words, at } = row;
  if (row.everywhere) {
    applyEverywhere(tool, row, fail);
    return;
  }
  const path = name.split(' ').slice(1);
  const command = commandOf(tool, path.length === 0 ? [''] : path);
  const effects = effectsOfWords(words, at);
  if (parameters.length === 0) {
    if (command === undefined) fail(`${at}: there is no command "${name}"`);
    else if (command.effects !== undefined) fail(`${at}: a second row for "${name}"`);
    else command.effects = effects;
  }
  for (const parameter of parameters) {
    const found = find(tool, path, command, parameter);
    if (found === undefined) fail(`${at}: "${name}" has no ${parameter}`);
    else raise(found, effects);
  }
}

/** A row of `git *`: all parameters of that flag or name, wherever they stand. */
function applyEverywhere(tool: AtipTool, { command: name, parameters, words, at }: TableRow, fail: Fail): void {
  const effects = effectsOfWords(words, at);
  const nodes = [{ options: tool.globalOptions ?? [] }, ...commandsBelow(tool.commands)];
  for (const parameter of parameters) {
    const found = nodes.flatMap((node) => findIn(node, parameter) ?? []);
    if (found.length === 0) fail(`${at}: no command of "${name}" has ${parameter}`);
    for (const one of found) raise(one, effects);
  }
}

function commandsBelow(commands: AtipTool['commands'] = {}): AtipCommand[] {
  return Object.values(commands).flatMap((command) => [command, ...commandsBelow(command.commands)]);
}

function find(
  tool: AtipTool,
  path: readonly string[],
  command: AtipCommand | undefined,
  parameter: string,
): AtipOption | AtipArgument | undefined {
  const globals = path.length === 0 ? (tool.globalOptions ?? []) : [];
  return findIn({ ...command, options: [...(command?.options ?? []), ...globals] }, parameter);
}

function findIn(
  { options = [], arguments: args = [] }: Pick<AtipCommand, 'options' | 'arguments'>,
  parameter: string,
): AtipOption | AtipArgument | undefined {
  return /^[-+]/.test(parameter)
    ? options.find(({ flags }) => flags.includes(parameter))
    : args.find(({ name }) => name === parameter);
}

/** What is stated twice, by a source and by the table or by two rows, is the worse of both. */
function raise(parameter: AtipOption | AtipArgument, effects: AtipEffects): void {
  const before = parameter['x-effects'];
  parameter['x-effects'] = before ? mergeEffects(before, effects) : effects;
}
