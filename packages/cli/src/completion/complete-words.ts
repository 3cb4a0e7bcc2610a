import { escapeLine } from '@atip/node';
import type { Command, Option } from 'commander';
import { completeCall } from './complete-call.ts';
import { completeArgument, completeOptionValue } from './complete-value.ts';
import type { Completion, Completions } from './completion.ts';
import type { KnownNames } from './known-names.ts';
import { type Position, readPosition } from './read-position.ts';

const NOTHING: Completions = { values: [], paths: 'none', beforePath: '' };

/**
 * Says what the last of some words can be completed to, from the program's own definitions and the names that are known.
 *
 * Shape: `["compile", "--to", "open"]` → `{ values: [{ value: "openai", … }, …], paths: "none", … }`. Every value begins with the last
 * word. A value with anything in it that a reader does not see is left out: nobody could know what they choose.
 * @param words without the program's own name; the last is the one before the cursor, and may be empty
 */
export async function completeWords(
  program: Command,
  words: readonly string[],
  names: KnownNames,
): Promise<Completions> {
  const current = words.at(-1) ?? '';
  const position = readPosition(program, words.slice(0, -1));
  const { values, ...rest } = await complete(position, current, names);
  const fitting = values.filter(({ value }) => value.startsWith(current) && escapeLine(value) === value);
  return { ...rest, values: withoutRepetition(fitting) };
}

async function complete(position: Position, current: string, names: KnownNames): Promise<Completions> {
  const { command, operands, pending, optionsEnded } = position;
  if (pending) return completeOptionValue(pending);
  if (!optionsEnded && current.startsWith('-')) return completeOption(position, current);
  if (operands.length === 0 && command.commands.length > 0) return { ...NOTHING, values: subcommands(command) };
  const declared = command.registeredArguments;
  const last = declared.at(-1);
  const argument = declared[operands.length] ?? (last?.variadic ? last : undefined);
  if (!argument) return NOTHING;
  const path = pathOf(command);
  const [name = ''] = operands;
  if (path === 'run' && operands.length > 0) {
    return completeCall(await names.parameters(name), operands.slice(1), current);
  }
  return completeArgument(path, argument, names);
}

function completeOption(position: Position, current: string): Completions {
  const at = current.indexOf('=');
  if (at < 0) return { ...NOTHING, values: flags(position) };
  const flag = current.slice(0, at);
  const option = position.command.options.find(({ long }) => long === flag);
  if (!option) return NOTHING;
  const { values, paths } = completeOptionValue(option);
  const before = `${flag}=`;
  return { values: values.map((one) => ({ ...one, value: before + one.value })), paths, beforePath: before };
}

/** The long spelling of each option that can still be given, and the short one of those that have no other. */
function flags({ command, given }: Position): Completion[] {
  const visible = command.createHelp().visibleOptions(command);
  return visible
    .filter((option) => isRepeatable(option) || !given.includes(option))
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
}

function isRepeatable({ defaultValue, variadic }: Option): boolean {
  return variadic || Array.isArray(defaultValue);
}

function subcommands(command: Command): Completion[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((below) => ({ value: below.name(), description: below.description() }));
}

/** Words of a command, without the program's own. */
function pathOf(command: Command): string {
  const above = command.parent;
  return above ? `${pathOf(above)} ${command.name()}`.trim() : '';
}

/** Two tools can have commands of one name; the later is the one that runs. */
function withoutRepetition(values: readonly Completion[]): Completion[] {
  return [...new Map(values.map((one) => [one.value, one])).values()];
}
