import type { AtipArgument, AtipOption } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';
import { choicesOf, defaultOf, relationsOf, textOf, textsOf, type TypeOf } from '../document/parameters.ts';
import { type PlacedCommand, placeCommands, withSpellings } from '../document/place-commands.ts';
import type { CommandNode, ProgramTree, Reading } from '../document/program-tree.ts';
import { defineFramework, type Framework } from './framework.ts';

/**
 * The part of a loaded `Config` of oclif 3 and newer that is read here: its manifest's commands, or its command
 * classes.
 */
interface Config {
  readonly bin: string;
  readonly version: string;
  readonly topicSeparator?: string;
  readonly pjson: unknown;
  readonly commands: readonly Command[];
  readonly topics: readonly unknown[];
}

interface Command {
  readonly id: string;
  readonly pluginName?: string;
  readonly summary?: unknown;
  readonly description?: unknown;
  readonly args?: unknown;
  readonly flags?: unknown;
  readonly examples?: unknown;
  readonly aliases?: unknown;
  readonly hiddenAliases?: unknown;
  readonly hidden?: unknown;
  readonly state?: unknown;
  readonly strict?: unknown;
  readonly '--'?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

export const oclif: Framework = defineFramework<Config>({
  id: 'oclif',
  matches: (program): program is Config =>
    isRecord(program) &&
    isRecord(program['pjson']) &&
    typeof program['bin'] === 'string' &&
    Array.isArray(program['commands']),
  read: (config, { typeOf }: Reading): ProgramTree => {
    const separator = config.topicSeparator === ' ' ? ' ' : ':';
    // The list has each command under each of its aliases, too.
    const aliases = new Set(config.commands.flatMap((command) => aliasesOf(command).filter((id) => id !== command.id)));
    const own = config.commands.filter(
      ({ id, pluginName }) => !aliases.has(id) && (id !== 'help' || pluginName !== '@oclif/plugin-help'),
    );
    const placed = own.flatMap((command) => readCommand(command, config, separator, typeOf));
    const descriptions = new Map(
      config.topics.map(asRecord).map((topic) => [topic['name'], textOf(topic['description'])]),
    );
    const root = placeCommands(placed, (words) => descriptions.get(words.join(':')) ?? '');
    return {
      name: config.bin,
      version: config.version,
      root: { ...root, description: textOf(asRecord(config.pjson)['description']) || root.description },
      endsAtDashes: true,
    };
  },
});

function readCommand(command: Command, config: Config, separator: string, typeOf: TypeOf): PlacedCommand[] {
  // The id of a program with a single command.
  const id = command.id === '.' || command.id.startsWith('Symbol(') ? '' : command.id;
  const wordsOf = (text: string): string[] => (text === '' ? [] : separator === ' ' ? text.split(':') : [text]);
  const words = wordsOf(id);
  const fill = (text: unknown): string => fillTemplates(textOf(text), config.bin, words.join(' '));
  const node: CommandNode = {
    names: [words.at(-1) ?? ''],
    description: fill(command.summary) || (fill(command.description).split('\n')[0] ?? ''),
    arguments: readArgs(command, fill, typeOf),
    options: readFlags(command, fill, typeOf),
    shared: [],
    runs: true,
    isDiscouraged:
      command.hidden === true || command.state === 'deprecated' || isRecord(asRecord(command)['deprecationOptions']),
    examples: examplesOf(command.examples, fill),
    children: [],
  };
  return withSpellings(node, words, aliasesOf(command).map(wordsOf));
}

function aliasesOf({ aliases, hiddenAliases }: Command): string[] {
  return [...textsOf(aliases), ...textsOf(hiddenAliases)];
}

function examplesOf(examples: unknown, fill: (text: unknown) => string): string[] {
  const texts = (Array.isArray(examples) ? examples : [examples]).map((example: unknown) =>
    fill(isRecord(example) ? example['command'] : example),
  );
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim().replace(/^\$ /, ''))
    .filter((line) => line !== '');
}

function readArgs({ args, strict }: Command, fill: (text: unknown) => string, typeOf: TypeOf): AtipArgument[] {
  const read = Object.entries(asRecord(args)).map(([key, value]): AtipArgument => {
    const arg = asRecord(value);
    const choices = choicesOf(arg['options']);
    return {
      name: textOf(arg['name']) || key,
      type: choices.length > 0 ? 'enum' : typeOf(key).type,
      description: fill(arg['summary']) || fill(arg['description']),
      required: arg['required'] === true,
      ...(arg['multiple'] === true && { variadic: true }),
      ...(choices.length > 0 && { enum: choices }),
      ...defaultOf(arg['default']),
      ...(isDiscouraged(arg) && { 'x-deprecated': true }),
    };
  });
  // Not strict: the program accepts more arguments than it lists.
  if (strict !== false) return read;
  const last = read.at(-1);
  if (last === undefined)
    return [{ name: 'arguments', type: 'string', description: '', required: false, variadic: true }];
  return [...read.slice(0, -1), { ...last, variadic: true }];
}

function readFlags({ flags }: Command, fill: (text: unknown) => string, typeOf: TypeOf): AtipOption[] {
  const all = Object.entries(asRecord(flags)).map(([key, value]) => ({ key, flag: asRecord(value) }));
  return all.map(({ key, flag }) => readFlag(textOf(flag['name']) || key, flag, fill, typeOf));
}

function readFlag(name: string, flag: Fields, fill: (text: unknown) => string, typeOf: TypeOf): AtipOption {
  const isSwitch = flag['type'] === 'boolean';
  const choices = choicesOf(flag['options']);
  const separator = textOf(flag['delimiter']);
  const isList = !isSwitch && flag['multiple'] === true;
  const preset = defaultOf(flag['default']);
  const variable = textOf(flag['env']);
  const [label = ''] = textsOf(flag['helpValue']);
  return {
    name,
    flags: spellingsOf(name, flag, isSwitch),
    type: isSwitch
      ? 'boolean'
      : isList
        ? 'array'
        : choices.length > 0
          ? 'enum'
          : typeOf(label.replace(/^[<[]|[>\]]$/g, '')).type,
    description: fill(flag['summary']) || fill(flag['description']),
    // An option with a default need not be given.
    ...(flag['required'] === true && preset.default === undefined && { required: true }),
    ...(choices.length > 0 && { enum: choices }),
    ...preset,
    ...(variable !== '' && { envVar: variable }),
    ...(isList && separator !== '' && { 'x-list-separator': separator }),
    ...(isDiscouraged(flag) && { 'x-deprecated': true }),
    ...relationsOf(longFlags(flag['exclusive']), longFlags(flag['dependsOn'])),
  };
}

function spellingsOf(name: string, flag: Fields, isSwitch: boolean): string[] {
  const chars = textsOf([flag['char'], ...textsOf(flag['charAliases'])]).map((char) => `-${char}`);
  const longs = [name, ...textsOf(flag['aliases'])].map((long) => `--${long}`);
  return [...new Set([...chars, ...longs, ...(isSwitch && flag['allowNo'] === true ? [`--no-${name}`] : [])])];
}

function longFlags(names: unknown): string[] {
  return textsOf(names).map((name) => `--${name}`);
}

/** True if the author hides something or advises against it. */
function isDiscouraged({ hidden, deprecated }: Fields): boolean {
  return hidden === true || deprecated === true || isRecord(deprecated);
}

/** Fills the templates for the names of the program and the command, and removes other templates. */
function fillTemplates(text: string, bin: string, id: string): string {
  return text.replaceAll(/<%[-=_]?([^%<>]{0,200})%>/g, (_all, inner: string) => {
    const name = inner.trim();
    return name === 'config.bin' ? bin : name === 'command.id' ? id : '';
  });
}
