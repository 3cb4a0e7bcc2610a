import type { AtipArgument, AtipOption } from '@atip/core';
import { isRecord } from '@atip/core/internal';
import { defaultOf, flagOf, type TypeOf, withNegative } from '../document/parameters.ts';
import type { CommandNode, ProgramTree, Reading } from '../document/program-tree.ts';
import { defineFramework, type Framework } from './framework.ts';

/** The part of a cac 6 program that is read here. */
interface Cac {
  readonly name: string;
  readonly commands: readonly Command[];
  readonly globalCommand: Command;
  readonly showHelpOnExit?: boolean;
}

interface Command {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
  readonly args: readonly { readonly required: boolean; readonly value: string; readonly variadic: boolean }[];
  readonly aliasNames: readonly string[];
  readonly examples: readonly unknown[];
  readonly versionNumber?: string;
}

interface Option {
  /** As written: `-p, --port <port>`. */
  readonly rawName: string;
  readonly description: string;
  readonly name: string;
  readonly isBoolean?: boolean;
  readonly required?: boolean;
  readonly negated: boolean;
  readonly config: { readonly default?: unknown; readonly type?: unknown };
}

export const cac: Framework = defineFramework<Cac>({
  id: 'cac',
  matches: (program): program is Cac =>
    isRecord(program) &&
    Array.isArray(program['commands']) &&
    isRecord(program['globalCommand']) &&
    Array.isArray(program['globalCommand']['options']) &&
    typeof program['runMatchedCommand'] === 'function',
  read: (program, reading): ProgramTree => ({
    name: program.name,
    version: program.globalCommand.versionNumber,
    root: readRoot(program, reading),
    // Words after `--` are an option of their own, called `--`.
    endsAtDashes: false,
  }),
});

function readRoot({ commands, globalCommand, showHelpOnExit, name }: Cac, { tell, typeOf }: Reading): CommandNode {
  const isOwn = (option: Option): boolean =>
    !(option.name === 'help' && showHelpOnExit === true) &&
    !(option.name === 'version' && globalCommand.versionNumber !== undefined);
  const [usual, ...others] = commands.filter((command) => command.name === '');
  if (others.length > 0) tell('error', [], 'Two commands have no name; the second is left out.');
  return {
    names: [''],
    description: usual?.description ?? '',
    arguments: usual?.args.map((argument) => readArgument(argument, typeOf)) ?? [],
    options: usual ? readOptions(usual.options, typeOf) : [],
    shared: readOptions(globalCommand.options.filter(isOwn), typeOf),
    runs: usual !== undefined || commands.length === 0,
    isDiscouraged: false,
    examples: usual ? examplesOf(usual, name) : [],
    children: commands.filter((command) => command.name !== '').map((command) => readCommand(command, name, typeOf)),
  };
}

function readCommand(command: Command, program: string, typeOf: TypeOf): CommandNode {
  return {
    names: [command.name, ...command.aliasNames],
    description: command.description,
    arguments: command.args.map((argument) => readArgument(argument, typeOf)),
    options: readOptions(command.options, typeOf),
    shared: [],
    runs: true,
    isDiscouraged: false,
    examples: examplesOf(command, program),
    children: [],
  };
}

function examplesOf({ examples }: Command, program: string): string[] {
  const texts = examples.map((example): unknown => (typeof example === 'function' ? example(program) : example));
  return texts.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []));
}

function readArgument({ value, required, variadic }: Command['args'][number], typeOf: TypeOf): AtipArgument {
  return { name: value, type: typeOf(value).type, description: '', required, ...(variadic && { variadic: true }) };
}

/** Reads options; `--color` and `--no-color` are one on/off option. */
function readOptions(options: readonly Option[], typeOf: TypeOf): AtipOption[] {
  const positiveOf = (option: Option): Option | undefined =>
    option.negated
      ? options.find((other) => !other.negated && other.isBoolean === true && other.name === option.name)
      : undefined;
  return options.flatMap((option) => {
    if (positiveOf(option)) return [];
    const negative = options.find((other) => positiveOf(other) === option);
    const read = readOption(option, typeOf);
    return [negative ? withNegative(read, flagsOf(negative), negative.description) : read];
  });
}

function readOption(option: Option, typeOf: TypeOf): AtipOption {
  const flags = flagsOf(option);
  const long = (flags.findLast((flag) => flag.startsWith('--')) ?? flags.at(-1) ?? '').replace(/^--?/, '');
  return {
    name: long,
    flags,
    ...valueTypeOf(option, typeOf),
    description: option.description,
    // A negating option has its default in the other one.
    ...(!option.negated && defaultOf(option.config.default)),
    ...(option.required === false && { 'x-optional-value': true }),
  };
}

function valueTypeOf({ rawName, isBoolean, config }: Option, typeOf: TypeOf): ReturnType<TypeOf> {
  if (isBoolean === true) return { type: 'boolean' };
  if (Array.isArray(config.type) || Array.isArray(config.default)) return { type: 'array' };
  const [, value = ''] = /[<[]([^\]>.]+)/.exec(rawName) ?? [];
  return typeOf(value);
}

/** `-p, --port <port>` → `-p`, `--port` */
function flagsOf({ rawName }: Option): string[] {
  const names = rawName
    .replace(/[<[].*$/, '')
    .replaceAll('.*', '')
    .split(',');
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => (name.startsWith('-') ? name : flagOf(name)));
}
