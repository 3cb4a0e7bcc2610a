import { conditionalOf, effectsOfWords, splitValue } from './effects-of-words.ts';
import { commandOf, type Fail, type TableRow } from './sources.ts';
import type { AtipArgument, AtipCommand, AtipOption, AtipTool, ConditionalEffects } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';

/**
 * Adds the table's effects to those of the source. `fail` is called for rows without a matching command, option or
 * argument.
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
  for (const lost of words.flatMap((word) => (word.startsWith('loses:') ? word.slice(6).split(',') : [])))
    if (find(tool, path, command, lost) === undefined) fail(`${at}: "${name}" has no ${lost}`);
  if (parameters.length === 0) {
    const effects = effectsOfWords(words, at);
    if (command === undefined) fail(`${at}: there is no command "${name}"`);
    else if (command.effects !== undefined) fail(`${at}: a second row for "${name}"`);
    else command.effects = { ...effects, 'x-why': row.reason };
  }
  for (const parameter of parameters) {
    const { owner } = splitValue(parameter);
    const found = find(tool, path, command, owner);
    if (found === undefined) fail(`${at}: "${name}" has no ${owner}`);
    else addEffects(found, row, parameter);
  }
}

/** For arguments the table is complete: a name does not reveal what a program runs or opens, such as pytest's tests. */
export function withPlaceholders(tool: AtipTool): AtipTool {
  for (const { arguments: args = [] } of commandsBelow(tool.commands))
    for (const one of args) if (!one['x-mode'] && !one['x-values']) one['x-effects'] ??= {};
  return tool;
}

/**
 * Empty effects mean "nothing", or keep a place beside a mode, until effects have been guessed from parameters' names.
 */
export function withoutPlaceholders(tool: AtipTool): AtipTool {
  const own = structuredClone(tool);
  for (const { options = [], arguments: args = [] } of [{ options: own.globalOptions }, ...commandsBelow(own.commands)])
    for (const one of [...options, ...args])
      if (Object.keys(one['x-effects'] ?? { some: true }).length === 0) delete one['x-effects'];
  return own;
}

/** A row of `git *`: all parameters with that flag or name, in every command. */
function applyEverywhere(tool: AtipTool, row: TableRow, fail: Fail): void {
  const { command: name, parameters, at } = row;
  const nodes = [{ options: tool.globalOptions ?? [] }, ...commandsBelow(tool.commands)];
  for (const parameter of parameters) {
    const { owner } = splitValue(parameter);
    const found = nodes.flatMap((node) => findIn(node, owner) ?? []);
    if (found.length === 0 && name === tool.name) fail(`${at}: no command of "${name}" has ${owner}`);
    for (const one of found) addEffects(one, row, parameter);
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

/** Adds a row's effects to a parameter. If a source and the table, or two rows, add effects, the worse counts. */
function addEffects(parameter: AtipOption | AtipArgument, { words, reason, at }: TableRow, cell: string): void {
  const { match } = splitValue(cell);
  const { isMode, effects: stated } = conditionalOf(words, at);
  // A row that adds nothing has no reason for people.
  const effects = Object.keys(stated).length > 0 ? { ...stated, 'x-why': reason } : stated;
  if (match !== undefined) {
    parameter['x-values'] = [...(parameter['x-values'] ?? []), { match, [isMode ? 'mode' : 'effects']: effects }];
  } else if (isMode) {
    if (parameter['x-mode']) throw new Error(`${at}: a second mode of ${cell}`);
    parameter['x-mode'] = effects;
    parameter['x-effects'] ??= {};
  } else {
    const before = parameter['x-effects'];
    if (before?.unless || (before && effects.unless)) throw new Error(`${at}: ${cell} has effects already`);
    parameter['x-effects'] = before ? bothOf(before, effects) : effects;
  }
}

function bothOf(before: ConditionalEffects, effects: ConditionalEffects): ConditionalEffects {
  const both = [before, effects];
  const merged: ConditionalEffects = mergeEffects(before, effects);
  const why = both.flatMap((one) => one['x-why'] ?? []).join('; ');
  if (why !== '') merged['x-why'] = why;
  if (both.some((one) => one['x-carries'])) merged['x-carries'] = true;
  // The other one may run more than the file.
  if (both.every((one) => one['x-runs'] !== 'call' || one['x-loads']) && both.some((one) => one['x-loads']))
    merged['x-loads'] = true;
  // The other one may destroy more than the file, which is there although the file is new.
  if (merged.destructive && both.every((one) => !one.destructive || one['x-replaces'])) merged['x-replaces'] = true;
  if (merged.destructive && both.every((one) => !one.destructive || one['x-loses']))
    merged['x-loses'] = both.flatMap((one) => one['x-loses'] ?? []);
  return merged;
}
