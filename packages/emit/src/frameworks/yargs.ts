import type { AtipArgument, AtipOption } from '@atip/core';
import { asRecord, isRecord, stated } from '@atip/core/internal';
import { choicesOf, defaultOf, flagOf, relationsOf } from '../document/parameters.ts';
import type { ProgramCommand, ProgramTree, ProgramReading, Tell } from '../document/program-tree.ts';

/** The part of an instance of yargs 17 and 18 that is read here. */
export interface Yargs {
  readonly $0: string;
  readonly getOptions: () => Hints;
  readonly getInternalMethods: () => Internals;
  readonly option: (name: string, settings: unknown) => unknown;
  readonly showVersion: (show: (version: unknown) => void) => unknown;
}

/** The settings of all options together, by their names. */
interface Hints {
  readonly key: Readonly<Record<string, unknown>>;
  readonly alias: Readonly<Record<string, readonly string[]>>;
  readonly default: Readonly<Record<string, unknown>>;
  readonly choices: Readonly<Record<string, unknown>>;
  readonly config: Readonly<Record<string, unknown>>;
  readonly demandedOptions: Readonly<Record<string, unknown>>;
  readonly deprecatedOptions: Readonly<Record<string, unknown>>;
  readonly array: readonly string[];
  readonly boolean: readonly string[];
  readonly string: readonly string[];
  readonly number: readonly string[];
  readonly count: readonly string[];
  readonly normalize: readonly string[];
  readonly hiddenOptions: readonly string[];
  readonly envPrefix?: string;
}

interface Internals {
  readonly getCommandInstance: () => {
    readonly getCommandHandlers: () => Readonly<Record<string, Handler>>;
    readonly aliasMap?: Readonly<Record<string, string>>;
    readonly defaultCommand?: Handler;
  };
  readonly getContext: () => { readonly commands: string[]; readonly fullCommands: string[] };
  readonly getParserConfiguration: () => Readonly<Record<string, unknown>>;
  readonly getUsageInstance: () => {
    readonly getDescriptions: () => Readonly<Record<string, unknown>>;
    readonly getUsage: () => readonly (readonly [string, unknown])[];
  };
  readonly getValidationInstance: () => {
    readonly getImplied: () => Readonly<Record<string, readonly unknown[]>>;
    readonly getConflicting: () => Readonly<Record<string, readonly unknown[]>>;
  };
  readonly reset: (aliases?: unknown) => unknown;
}

interface Handler {
  readonly original: string;
  readonly description: unknown;
  readonly builder: unknown;
  readonly deprecated?: unknown;
  readonly demanded: readonly Positional[];
  readonly optional: readonly Positional[];
}

interface Positional {
  readonly cmd: readonly string[];
  readonly variadic: boolean;
}

export function readYargs(program: Yargs, { tell }: ProgramReading): ProgramTree {
  return {
    // Without a name from the author it is the path of the script.
    name: /[/\\]|\.[cm]?[jt]s$/.test(program.$0) ? '' : program.$0,
    version: versionOf(program),
    root: readRoot(program, tell),
    // Words after `--` reach no named argument.
    endsAtDashes: false,
    greedyLists: true,
  };
}

export function isYargs(program: unknown): program is Yargs {
  if ((typeof program !== 'object' && typeof program !== 'function') || program === null) return false;
  return (
    'getInternalMethods' in program &&
    typeof program.getInternalMethods === 'function' &&
    'getOptions' in program &&
    'demandCommand' in program
  );
}

function versionOf(program: Yargs): string | undefined {
  let version: string | undefined;
  program.showVersion((shown) => {
    if (typeof shown === 'string' && shown !== '') version = shown;
  });
  return version;
}

function readRoot(program: Yargs, tell: Tell): ProgramCommand {
  const shared = readOptions(program, new Set(), new Set());
  const [, description] = program.getInternalMethods().getUsageInstance().getUsage()[0] ?? [];
  const usage = typeof description === 'string' ? description : '';
  const { usual, children } = readChildren(program, [], tell);
  return {
    names: [''],
    description: usage || (usual?.description ?? ''),
    arguments: usual?.arguments ?? [],
    options: usual ? [...usual.options, ...usual.shared] : [],
    shared,
    runs: usual !== undefined || children.length === 0,
    isDiscouraged: false,
    children,
  };
}

/** The commands below a place, and the default one. */
function readChildren(
  program: Yargs,
  words: readonly string[],
  tell: Tell,
): { readonly usual: ProgramCommand | undefined; readonly children: readonly ProgramCommand[] } {
  const instance = program.getInternalMethods().getCommandInstance();
  const { aliasMap = {}, defaultCommand } = instance;
  const handlers = Object.entries(instance.getCommandHandlers());
  const aliasesOf = (name: string): string[] => Object.keys(aliasMap).filter((alias) => aliasMap[alias] === name);
  const nodes = handlers.map(([name, handler]) => {
    const node = readHandler(program, handler, [name, ...aliasesOf(name)], words, tell);
    return { node, isUsual: handler === defaultCommand };
  });
  return {
    usual: nodes.find(({ isUsual }) => isUsual)?.node,
    children: nodes.flatMap(({ node }) => (node.names[0] === '$0' ? [] : [node])),
  };
}

function readHandler(
  program: Yargs,
  handler: Handler,
  names: readonly string[],
  above: readonly string[],
  tell: Tell,
): ProgramCommand {
  const words = names[0] === '$0' ? above : [...above, ...names.slice(0, 1)];
  const description = typeof handler.description === 'string' ? handler.description : '';
  const bare = { names, description, isDiscouraged: handler.description === false || isSet(handler.deprecated) };
  return inside(program, handler, words, (before) => {
    const built = build(program, handler.builder, words, tell);
    const { usual, children } = readChildren(built, words, tell);
    const positionals = [...handler.demanded, ...handler.optional];
    const places = new Set(positionals.flatMap(({ cmd }) => cmd));
    return {
      ...bare,
      description: description || (usual?.description ?? ''),
      arguments: children.length > 0 && usual ? usual.arguments : readPositionals(built, handler),
      options: usual ? [...usual.options, ...usual.shared] : [],
      shared: readOptions(built, before, places),
      runs: children.length === 0 || usual !== undefined || positionals.length > 0,
      children,
    };
  });
}

/**
 * Reads a command in the state that its builder would find, and restores the program afterwards. @param read receives
 * the names of earlier options
 */
function inside<Read>(
  program: Yargs,
  handler: Handler,
  words: readonly string[],
  read: (before: ReadonlySet<string>) => Read,
): Read {
  const { commands, fullCommands } = program.getInternalMethods().getContext();
  const [freeze, unfreeze] = ['freeze', 'unfreeze'].map((name) => methodOf(program, name));
  freeze?.();
  commands.push(words.at(-1) ?? '');
  fullCommands.push(handler.original);
  program.getInternalMethods().reset();
  try {
    return read(new Set(Object.keys(program.getOptions().key)));
  } finally {
    commands.pop();
    fullCommands.pop();
    unfreeze?.();
  }
}

/** yargs hides these two under a symbol. */
function methodOf(program: object, name: string): (() => unknown) | undefined {
  const prototype: unknown = Object.getPrototypeOf(program);
  if (!isRecord(prototype)) return undefined;
  const symbol = Object.getOwnPropertySymbols(prototype).find(({ description }) => description === name);
  const method: unknown = symbol && Reflect.get(program, symbol);
  return typeof method === 'function' ? () => Reflect.apply(method, program, []) : undefined;
}

/** Lets a builder define a command's options. @returns the program that it defined them on */
function build(program: Yargs, builder: unknown, words: readonly string[], tell: Tell): Yargs {
  if (typeof builder !== 'function') {
    for (const [name, settings] of Object.entries(asRecord(builder))) program.option(name, settings);
    return program;
  }
  const unread = 'so its options are not known, and it counts as able to do anything they could ask for.';
  // Some builders end with a parsing call, which would run the program.
  const parsers = ['parse', 'parseSync', 'parseAsync'];
  for (const name of parsers) Reflect.set(program, name, () => ({ _: [] }));
  try {
    const built: unknown = builder(program, false);
    if (built instanceof Promise) {
      built.catch(() => undefined);
      tell('error', words, `Its builder is asynchronous, ${unread}`);
    }
    return isYargs(built) ? built : program;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell('error', words, `Its builder fails without a call (${reason}), ${unread}`);
    return program;
  } finally {
    for (const name of parsers) Reflect.deleteProperty(program, name);
  }
}

function readPositionals(program: Yargs, { demanded, optional }: Handler): AtipArgument[] {
  const hints = program.getOptions();
  const descriptions = program.getInternalMethods().getUsageInstance().getDescriptions();
  const read = ({ cmd, variadic }: Positional, required: boolean): AtipArgument => {
    const [name = ''] = cmd;
    const choices = choicesOf(hints.choices[name]);
    return stated({
      name,
      type: typeOf(name, hints, choices),
      description: textOf(descriptions[name]),
      required,
      variadic: variadic ? true : undefined,
      enum: choices.length > 0 ? choices : undefined,
      ...defaultOf(hints.default[name]),
    });
  };
  return [...demanded.map((one) => read(one, true)), ...optional.map((one) => read(one, false))];
}

/** @param before names of inherited options @param places names of arguments */
function readOptions(program: Yargs, before: ReadonlySet<string>, places: ReadonlySet<string>): AtipOption[] {
  const hints = program.getOptions();
  const aliases = new Set(Object.values(hints.alias).flat());
  const names = Object.keys(hints.key).filter(
    (name) => !aliases.has(name) && !before.has(name) && !places.has(name) && !isBuiltIn(program, name),
  );
  return names.map((name) => readOption(program, name));
}

function isBuiltIn(program: Yargs, name: string): boolean {
  const text = program.getInternalMethods().getUsageInstance().getDescriptions()[name];
  return typeof text === 'string' && /^__yargsString__:Show (?:help|version number|hidden options)$/.test(text);
}

function readOption(program: Yargs, name: string): AtipOption {
  const hints = program.getOptions();
  const methods = program.getInternalMethods();
  const validation = methods.getValidationInstance();
  const flags = flagsOf(name, hints);
  const choices = choicesOf(hints.choices[name]);
  const isList = hints.array.includes(name) || Array.isArray(hints.default[name]);
  const type = isList ? 'array' : typeOf(name, hints, choices);
  const negatable = type === 'boolean' && methods.getParserConfiguration()['boolean-negation'] !== false;
  const isCount = hints.count.includes(name);
  const isTyped =
    isCount || isList || type !== 'string' || hints.string.includes(name) || hints.normalize.includes(name);
  const flagsBy = (others: readonly unknown[] = []): string[] =>
    others.flatMap((other) => (typeof other === 'string' && Object.hasOwn(hints.key, other) ? [flagOf(other)] : []));
  return stated({
    name,
    flags: negatable
      ? [...flags, ...flags.flatMap((flag) => (flag.startsWith('--') ? [`--no-${flag.slice(2)}`] : []))]
      : flags,
    ...(isCount ? { type: 'integer' as const, 'x-count': true } : { type }),
    description: textOf(methods.getUsageInstance().getDescriptions()[name]),
    // An option with a default is not demanded.
    required: Object.hasOwn(hints.demandedOptions, name) && hints.default[name] === undefined ? true : undefined,
    enum: choices.length > 0 ? choices : undefined,
    ...defaultOf(hints.default[name]),
    envVar: hints.envPrefix !== undefined ? variableOf(hints.envPrefix, name) : undefined,
    // An option without a type may take a value or none.
    'x-optional-value': !isTyped ? true : undefined,
    'x-deprecated': hints.hiddenOptions.includes(name) || isSet(hints.deprecatedOptions[name]) ? true : undefined,
    ...relationsOf(flagsBy(validation.getConflicting()[name]), flagsBy(validation.getImplied()[name])),
  });
}

function flagsOf(name: string, { alias }: Hints): string[] {
  const all = [name, ...(alias[name] ?? [])].map(flagOf);
  return [...new Set(all)].sort((one, other) => Number(one.startsWith('--')) - Number(other.startsWith('--')));
}

function typeOf(name: string, hints: Hints, choices: readonly unknown[]): AtipOption['type'] {
  if (choices.length > 0) return 'enum';
  if (hints.boolean.includes(name) || typeof hints.default[name] === 'boolean') return 'boolean';
  if (hints.number.includes(name) || typeof hints.default[name] === 'number') return 'number';
  return hints.normalize.includes(name) || isSet(hints.config[name]) ? 'file' : 'string';
}

/** `APP` and `dry-run` → `APP_DRY_RUN` */
function variableOf(prefix: string, name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();
  return prefix === '' ? words : `${prefix.replace(/_$/, '')}_${words}`;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** yargs marks its own texts until it translates them. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/^__yargsString__:/, '') : '';
}
