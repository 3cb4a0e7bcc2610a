import type { AtipTool, Issue, AtipArgument, AtipOption } from '@atip/core';
import { typesOf, choicesOf, defaultOf, relationsOf, type TypeOf, withNegative } from '../document/parameters.ts';
import { createTeller, type ProgramCommand, type ProgramTree, type ProgramReading } from '../document/program-tree.ts';
import { type EffectsByWords, type FactsOfRun, writeDocument } from '../document/write-document.ts';
import { isYargs, readYargs } from './yargs.ts';
import { asRecord, isRecord, stated } from '@atip/core/internal';

/** A document, and the undescribed parts of its program. */
export interface DescribedProgram {
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
}

/** Describes a program; undefined unless its framework is known: it is recognised by its shape, and never imported. */
export function describeProgram(
  program: unknown,
  { effects, ...facts }: FactsOfRun & { readonly effects: EffectsByWords },
): DescribedProgram | undefined {
  const { tell, issues } = createTeller();
  const reading = { tell, typeOf: typesOf(facts.types ?? {}) };
  const tree = isCommander(program)
    ? readCommander(program, reading)
    : isYargs(program)
      ? readYargs(program, reading)
      : undefined;
  if (tree === undefined) return undefined;
  return { tool: writeDocument(tree, facts, effects, tell), issues };
}

/** The part of a `Command` of commander 11 and newer that is read here. */
interface Command {
  readonly commands: readonly Command[];
  readonly options: readonly Option[];
  readonly registeredArguments?: readonly Argument[];
  readonly name: () => string;
  readonly aliases: () => readonly string[];
  readonly description: () => string;
  readonly summary: () => string;
  readonly version: () => string | undefined;
}

interface Option {
  readonly flags: string;
  readonly description: string;
  readonly short?: string;
  readonly long?: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly variadic: boolean;
  readonly mandatory: boolean;
  readonly negate: boolean;
  readonly hidden: boolean;
  readonly defaultValue?: unknown;
  readonly envVar?: string;
  readonly parseArg?: unknown;
  readonly argChoices?: readonly string[];
  readonly conflictsWith?: readonly string[];
  readonly name: () => string;
  readonly attributeName: () => string;
}

interface Argument {
  readonly description: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly defaultValue?: unknown;
  readonly argChoices?: readonly string[];
  readonly name: () => string;
}

function isCommander(program: unknown): program is Command {
  return (
    isRecord(program) &&
    Array.isArray(program['commands']) &&
    Array.isArray(program['options']) &&
    typeof program['parseAsync'] === 'function' &&
    typeof program['createHelp'] === 'function'
  );
}

function readCommander(program: Command, reading: ProgramReading): ProgramTree {
  const root = readCommand(program, [], reading);
  return { name: program.name(), version: program.version(), root, endsAtDashes: true };
}

function readCommand(command: Command, above: readonly Command[], reading: ProgramReading): ProgramCommand {
  const own = asRecord(command);
  const words = [...above.slice(1), command].map((one) => one.name()).slice(above.length === 0 ? 1 : 0);
  // A separate executable, which commander starts without knowing its parameters.
  if (own['_executableHandler'] === true)
    reading.tell(
      'error',
      words,
      'It is a separate program, so its arguments and options are not known here; let that program answer --agent.',
    );
  const [args, versionOption] = [command.registeredArguments ?? [], own['_versionOptionName']];
  const options = command.options.filter((option) => option.attributeName() !== versionOption);
  const usual = own['_defaultCommandName'];
  const line = [...above, command];
  const children = command.commands.filter((child) => !line.includes(child));
  if (children.length < command.commands.length)
    reading.tell('error', words, 'It contains itself, or a command above it, which is left out.');
  return {
    names: [command.name(), ...command.aliases()],
    description: command.summary() || command.description(),
    arguments: args.map((argument) => readArgument(argument, reading.typeOf)),
    options: [],
    shared: readOptions(options, reading.typeOf),
    sharedFirst: own['_enablePositionalOptions'] === true || own['_passThroughOptions'] === true,
    runs: children.length === 0 || typeof own['_actionHandler'] === 'function' || args.length > 0,
    usual: typeof usual === 'string' ? usual : undefined,
    isDiscouraged: own['_hidden'] === true,
    children: children.map((child) => readCommand(child, line, reading)),
  };
}

function readArgument(argument: Argument, typeOf: TypeOf): AtipArgument {
  const choices = choicesOf(argument.argChoices);
  return stated({
    name: argument.name(),
    type: choices.length > 0 ? 'enum' : typeOf(argument.name()).type,
    description: argument.description,
    required: argument.required,
    variadic: argument.variadic ? true : undefined,
    enum: choices.length > 0 ? choices : undefined,
    ...defaultOf(argument.defaultValue),
  });
}

/** Reads options; `--color` and `--no-color` are one on/off option. */
function readOptions(options: readonly Option[], typeOf: TypeOf): AtipOption[] {
  const switches = options.filter((option) => isSwitch(option) && !option.negate);
  const positiveOf = (option: Option): Option | undefined =>
    option.negate ? switches.find((other) => other.attributeName() === option.attributeName()) : undefined;
  return options.flatMap((option) => {
    if (positiveOf(option)) return [];
    const negative = options.find((other) => positiveOf(other) === option);
    const read = readOption(option, options, typeOf);
    return [negative ? withNegative(read, flagsOf(negative), negative.description) : read];
  });
}

/** An option's choices, default, and value name in the usage line imply its type. @see ATIP 0.3 §3.5 */
function readOption(option: Option, all: readonly Option[], typeOf: TypeOf): AtipOption {
  const choices = choicesOf(option.argChoices);
  const shutOut = (option.conflictsWith ?? []).flatMap((name) =>
    all.filter((other) => other.attributeName() === name).flatMap((other) => flagsOf(other).slice(-1)),
  );
  return stated({
    name: option.name(),
    flags: flagsOf(option),
    ...valueTypeOf(option, typeOf),
    description: option.description,
    required: option.mandatory ? true : undefined,
    enum: choices.length > 0 ? choices : undefined,
    // A negating option has its default in the other one.
    ...(!option.negate && defaultOf(option.defaultValue)),
    envVar: option.envVar,
    'x-optional-value': option.optional ? true : undefined,
    'x-deprecated': option.hidden ? true : undefined,
    ...relationsOf(shutOut, []),
  });
}

function valueTypeOf(option: Option, typeOf: TypeOf): Pick<AtipOption, 'type' | 'x-count' | 'x-list-separator'> {
  if (isSwitch(option)) {
    // A flag that counts its repetitions: `-vvv`.
    const counts = typeof option.parseArg === 'function' && typeof option.defaultValue === 'number';
    return counts ? { type: 'integer', 'x-count': true } : { type: 'boolean' };
  }
  // It is repeated for each value; a default list shows that too.
  if (option.variadic || Array.isArray(option.defaultValue)) return { type: 'array' };
  if (choicesOf(option.argChoices).length > 0) return { type: 'enum' };
  const [, value = ''] = /[<[]([^\]>.]+)/.exec(option.flags) ?? [];
  const number = numberType(option.parseArg);
  return number ? { type: number } : typeOf(value);
}

/** JavaScript's own functions are often given as they are. */
function numberType(parse: unknown): 'integer' | 'number' | undefined {
  if (parse === parseInt || parse === Number.parseInt) return 'integer';
  return parse === parseFloat || parse === Number ? 'number' : undefined;
}

function isSwitch({ required, optional }: Option): boolean {
  return !required && !optional;
}

function flagsOf({ short, long }: Option): string[] {
  return [short, long].filter((flag) => flag !== undefined);
}
