import { flattenCommands, type Parameter, POLICY_PRESETS } from '@atip/core';
import { mapToCommand, UnknownCommandError } from '@atip/core/execute';
import { escapeUnseen, mayHaveCommand, parametersOf, takesMany } from '@atip/core/internal';
import { type Environment, type FoundTool, listTools } from '@atip/node';
import type { Argument, Command, Option } from 'commander';
import { VALUE_TYPES } from '../agent/describe-program.ts';
import type { Program } from '../cli-host.ts';
import { cutText, plainLine } from '../terminal/text.ts';
import { compiledName } from '../tools/known-tools.ts';

export interface Completion {
  /** The whole word, not quoted for any shell. */
  readonly value: string;
  /** One line that is safe to print; may be empty. */
  readonly description: string;
}

export interface Completions {
  /** In display order. */
  readonly values: readonly Completion[];
  /** Kind of paths that the shell adds itself. */
  readonly paths: 'none' | 'files' | 'directories';
  /** Part of the word before such a path, such as `--policy=`. */
  readonly beforePath: string;
}

/** Columns of a description, which shells show beside its value. */
const LONGEST = 60;
const NOTHING: Completions = { values: [], paths: 'none', beforePath: '' };

/** Arguments whose values only this machine knows, by command and argument. */
export const NAME_ARGUMENTS: Readonly<Record<string, 'tools' | 'commands' | 'documents'>> = {
  'show name': 'tools',
  'run name': 'commands',
  'compile source': 'documents',
};

/**
 * Lists the completions of the last of some words, from the program's definitions and the tools of this machine. It
 * starts no program, and leaves out values with hidden characters.
 * Shape: `["compile", "--to", "open"]` → `{ values: [{ value: "openai", … }, …], paths: "none", … }`
 * @param words without the program's own name; the last is the one before the cursor, and may be empty
 */
export async function completeWords(
  program: Program,
  words: readonly string[],
  env: Environment,
): Promise<Completions> {
  const [before, current] = [words.slice(0, -1), words.at(-1) ?? ''];
  await program.define(before);
  const { values, ...rest } = await complete(readPosition(program.root, before), current, env);
  const fitting = values.filter(({ value }) => value.startsWith(current) && escapeUnseen(value) === value);
  // Two tools can have commands of the same name; the later one runs.
  return { ...rest, values: [...new Map(fitting.map((one) => [one.value, one])).values()] };
}

interface Position {
  readonly command: Command;
  readonly operands: readonly string[];
  readonly given: readonly Option[];
  readonly pending: Option | undefined;
  /** After `--` no word is an option. */
  readonly optionsEnded: boolean;
}

/** Reads the words before the cursor as the program itself would; skips unknown ones. */
function readPosition(root: Command, words: readonly string[]): Position {
  let command = root;
  let pending: Option | undefined;
  let optionsEnded = false;
  let given: Option[] = [];
  const operands: string[] = [];
  for (const word of words) {
    if (pending?.variadic && /^-./.test(word)) pending = undefined;
    if (pending) pending = pending.variadic ? pending : undefined;
    else if (!optionsEnded && word === '--') optionsEnded = true;
    else if (!optionsEnded && /^-./.test(word)) {
      const [flag = ''] = word.split('=', 1);
      const option = command.options.find(({ long, short }) => long === flag || short === flag);
      if (option) given.push(option);
      if (option?.required && !word.includes('=')) pending = option;
    } else {
      const isFirst = operands.length === 0 && !optionsEnded;
      const below = isFirst ? command.commands.find((one) => one.name() === word) : undefined;
      if (below) [command, given] = [below, []];
      // `atip help show` equals `atip show --help`: the next word is a command of this one.
      else if (!(word === 'help' && operands.length === 0 && command.commands.length > 0)) operands.push(word);
    }
  }
  return { command, operands, given, pending, optionsEnded };
}

async function complete(position: Position, current: string, env: Environment): Promise<Completions> {
  const { command, operands, pending, optionsEnded } = position;
  if (pending && !(pending.variadic && current.startsWith('-'))) {
    return pending.name() === 'tools' ? toolNames(current, env) : optionValues(pending);
  }
  if (!optionsEnded && current.startsWith('-')) return optionWords(position, current);
  if (operands.length === 0 && command.commands.length > 0) {
    const visible = command.createHelp().visibleCommands(command);
    return { ...NOTHING, values: visible.map((one) => ({ value: one.name(), description: one.description() })) };
  }
  const declared = command.registeredArguments;
  const argument = declared[operands.length] ?? declared.filter(({ variadic }) => variadic).at(-1);
  if (!argument) return NOTHING;
  const [name = '', ...given] = operands;
  if (command.name() === 'run' && operands.length > 0) {
    return completeCall(await knownParameters(name, env), given, current);
  }
  return argumentValues(command.name(), argument, current, env);
}

/** Flags, or the values of one for `--flag=`. */
function optionWords({ command, given }: Position, current: string): Completions {
  const at = current.indexOf('=');
  if (at < 0) {
    const visible = command.createHelp().visibleOptions(command);
    const open = visible.filter((option) => isRepeatable(option) || !given.includes(option));
    const values = open.map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
    return { ...NOTHING, values };
  }
  const option = command.options.find(({ long }) => long === current.slice(0, at));
  return option ? afterPrefix(optionValues(option), current.slice(0, at + 1)) : NOTHING;
}

function optionValues(option: Option): Completions {
  if (option.argChoices) return choices(option.argChoices);
  const type = pathsOf(valueType(/[<[]([^\]>.]+)/.exec(option.flags)?.[1] ?? ''));
  return option.name() === 'policy' ? { ...choices(Object.keys(POLICY_PRESETS)), ...type } : { ...NOTHING, ...type };
}

/** The last of the names of `--tools git,curl`; behind a colon stand commands of a tool, which are not completed. */
async function toolNames(current: string, env: Environment): Promise<Completions> {
  if (current.includes(':')) return NOTHING;
  const at = current.lastIndexOf(',') + 1;
  const found = await readTools(env, (name) => name.startsWith(current.slice(at)));
  const values = found.map(({ tool }) => described(tool.name, tool.description));
  return afterPrefix({ ...NOTHING, values }, current.slice(0, at));
}

/** True for an option that is given once for each value; a list as its default says so too. */
function isRepeatable({ defaultValue, variadic }: Option): boolean {
  return variadic || Array.isArray(defaultValue);
}

function valueType(name: string): string {
  const type = Object.entries(VALUE_TYPES).find(([known]) => known === name)?.[1];
  return typeof type === 'string' ? type : '';
}

async function argumentValues(
  command: string,
  argument: Argument,
  current: string,
  env: Environment,
): Promise<Completions> {
  if (argument.argChoices) return choices(argument.argChoices);
  const source = NAME_ARGUMENTS[`${command} ${argument.name()}`];
  if (source === undefined) return { ...NOTHING, ...pathsOf(valueType(argument.name())) };
  if (source === 'commands') return { ...NOTHING, values: await knownCommands(current, env) };
  const found = await readTools(env, (name) => name.startsWith(current));
  const values = found.map(({ tool }) => described(tool.name, tool.description));
  return { ...NOTHING, values, ...(source === 'documents' && pathsOf('file')) };
}

/** Completes a `key=value` word of `atip run`: keys that are not given yet, then the values that a key has. */
function completeCall(parameters: readonly Parameter[], given: readonly string[], current: string): Completions {
  const at = current.indexOf('=');
  if (at < 0) {
    const keys = given.map((word) => word.split('=', 1)[0]);
    const open = parameters.filter((parameter) => takesMany(parameter) || !keys.includes(parameter.key));
    return { ...NOTHING, values: open.map(({ key, source }) => described(`${key}=`, source.description ?? '')) };
  }
  const key = current.slice(0, at);
  const parameter = parameters.find((one) => one.key === key) ?? parameters.find((one) => one.narrowKey === key);
  if (!parameter) return NOTHING;
  const { type, enum: allowed = type === 'boolean' ? [true, false] : [] } = parameter.source;
  return afterPrefix({ ...choices(allowed.map(String)), ...pathsOf(type) }, `${key}=`);
}

async function knownCommands(current: string, env: Environment): Promise<Completion[]> {
  const found = await readTools(env, (name) => compiledName(name).startsWith(current) || mayHaveCommand(name, current));
  const commands = found.flatMap(({ tool }) => flattenCommands(tool));
  return commands.map(({ name, metadata }) => described(name, metadata.description));
}

async function knownParameters(command: string, env: Environment): Promise<readonly Parameter[]> {
  const found = await readTools(env, (name) => mayHaveCommand(name, command));
  try {
    return parametersOf(
      mapToCommand(
        command,
        found.map(({ tool }) => tool),
      ),
    );
  } catch (error) {
    if (error instanceof UnknownCommandError) return [];
    throw error;
  }
}

/** Reads only the tools that could matter: a TAB needs an answer at once. */
async function readTools(env: Environment, only: (name: string) => boolean): Promise<readonly FoundTool[]> {
  return (await listTools(env, { only })).found;
}

/** Documents are untrusted, so their descriptions are escaped. */
function described(value: string, description: string): Completion {
  return { value, description: cutText(plainLine(description), LONGEST) };
}

function choices(texts: readonly string[]): Completions {
  return { ...NOTHING, values: texts.map((value) => ({ value, description: '' })) };
}

function afterPrefix({ values, paths }: Completions, before: string): Completions {
  return { values: values.map((one) => ({ ...one, value: before + one.value })), paths, beforePath: before };
}

function pathsOf(type: string): Pick<Completions, 'paths'> {
  return { paths: type === 'file' ? 'files' : type === 'directory' ? 'directories' : 'none' };
}
