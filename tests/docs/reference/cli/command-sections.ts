import type { AtipCommand, AtipTool } from '@atip/core';
import type { Argument, Command, Option } from 'commander';
import { describeProgram } from '../../../../packages/cli/src/agent/describe-program.ts';
import { createProgram } from '../../../../packages/cli/src/create-program.ts';
import { code, prose, table } from '../markdown.ts';
import { effectsWords } from './effects-words.ts';
import { silentHost } from './silent-host.ts';

/** A command that can be given, with its words, its definition and what the tool's own document says about it. */
export interface DocumentedCommand {
  /** Such as `audit show`. */
  readonly name: string;
  readonly command: Command;
  readonly described: AtipCommand;
}

const program = (): Command => createProgram({ host: silentHost(), end: () => undefined });

/** Every command of `atip`, groups included, in the order of its help. */
export function documentedCommands(): readonly DocumentedCommand[] {
  const root = program();
  return below(root, describeProgram(root), []);
}

/** The options that `atip` takes without a command. */
export function rootOptions(): string {
  const help = program().createHelp();
  return table(
    ['option', 'what'],
    help.visibleOptions(program()).map((option) => [code(option.flags), sentence(option.description, [])]),
  );
}

function below(
  parent: Command,
  described: Pick<AtipTool, 'commands'>,
  path: readonly string[],
): readonly DocumentedCommand[] {
  return Object.entries(described.commands ?? {}).flatMap(([key, child]) => {
    const command = parent.commands.find((one) => one.name() === key);
    if (!command) throw new Error(`The document has a command that is none: ${key}`);
    const words = [...path, key];
    return [{ name: words.join(' '), command, described: child }, ...below(command, child, words)];
  });
}

/** The generated part of each command's section, by the command's words. */
export function commandSections(): ReadonlyMap<string, string> {
  const commands = documentedCommands();
  return new Map(commands.map((one) => [`atip ${one.name}`, commandSection(one, effectsAbove(one, commands))]));
}

/** A group speaks for those of its commands that say nothing themselves. */
function effectsAbove(
  { name, described }: DocumentedCommand,
  all: readonly DocumentedCommand[],
): AtipCommand['effects'] {
  if (described.effects) return described.effects;
  const parent = all.find((one) => name.startsWith(`${one.name} `));
  return parent?.described.effects;
}

function commandSection({ name, command, described }: DocumentedCommand, effects: AtipCommand['effects']): string {
  if (!effects) throw new Error(`No effects are stated for atip ${name}.`);
  const { registeredArguments: args } = command;
  const options = command.options.filter(({ hidden }) => !hidden);
  const parts = [`${code(`atip ${name} ${command.usage()}`.trim())}: ${prose(described.description)}.`];
  if (args.length > 0) parts.push(table(['argument', 'what'], args.map(argumentRow)));
  if (options.length > 0) parts.push(table(['option', 'default', 'what'], options.map(optionRow)));
  const children = Object.keys(described.commands ?? {}).map((child) => code(`atip ${name} ${child}`));
  if (children.length > 0) parts.push(`Its commands: ${children.join(', ')}.`);
  parts.push(`What it does, as \`atip --agent\` says: ${effectsWords(effects)}`);
  return parts.join('\n\n');
}

function argumentRow(argument: Argument): string[] {
  const { argChoices, required, variadic } = argument;
  const notes = [argChoices ? `One of ${argChoices.map(code).join(', ')}` : '', required ? '' : 'May be left out'];
  return [code(`${argument.name()}${variadic ? '…' : ''}`), sentence(argument.description, notes)];
}

function optionRow(option: Option): string[] {
  const { argChoices, defaultValue, mandatory } = option;
  const notes = [
    argChoices ? `One of ${argChoices.map(code).join(', ')}` : '',
    mandatory ? 'Has to be given' : '',
    excluded(option),
  ];
  const isPlain = (typeof defaultValue === 'string' || typeof defaultValue === 'number') && !option.negate;
  return [code(option.flags), isPlain ? code(String(defaultValue)) : '', sentence(option.description, notes)];
}

function sentence(description: string, notes: readonly string[]): string {
  return [prose(description), ...notes.filter((note) => note !== '')].join('. ');
}

/** Commander's types leave out what its `conflicts` keeps. */
function excluded(option: Option): string {
  const others: unknown = Reflect.get(option, 'conflictsWith');
  if (!Array.isArray(others)) throw new Error('Commander keeps what an option excludes somewhere else now.');
  return others.length === 0 ? '' : `Not with ${others.map((name) => code(`--${name}`)).join(', ')}`;
}
