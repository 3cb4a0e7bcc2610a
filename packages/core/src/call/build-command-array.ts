import { programOf } from '../commands/name-command.ts';
import { omittedCommands } from '../commands/flatten-commands.ts';
import { isAbsent, isPath, type Parameter, parametersOf, takesMany, valueFor } from '../commands/parameters.ts';
import { ArgumentValidationError, locateError } from '../json/execute-errors.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { valueAt } from '../json/pointer.ts';
import { isLegalFlag } from '../document/check-commands.ts';
import { compileGlob, MAX_GLOB_VALUE } from '../document/match-glob.ts';
import type { ArgvHints, AtipArgument, AtipCommand, AtipOption, CommandMapping, ValueStyle } from '../types/tool.ts';

/** Characters in all; well below the 2 MiB at which Linux refuses a command line. */
const MAX_TOTAL_LENGTH = 500_000;

/**
 * Builds the exact argument vector of a checked call; it is never a shell string.
 *
 * Shape: `gh pr create` with `{ title: "Fix", draft: true }` → `["gh", "pr", "create", "--title=Fix", "--draft"]`.
 * Order: executable, global options, subcommands, options, `--` where the tool is known to honour it, positionals. With
 * `x-arguments-first` the options come last, without `--`; a global option with `x-behind` follows that subcommand.
 *
 * @param args the arguments that `validateToolCall` accepted, by compiled key
 * @throws ArgumentValidationError when the program could read a value as something else, or the tool is no program
 * @see ATIP 0.3 §6.1, §11.2
 * @example
 * ```ts
 * import { type AtipTool } from '@atip/core';
 * import { buildCommandArray, mapToCommand } from '@atip/core/execute';
 * declare const git: AtipTool;
 * buildCommandArray(mapToCommand('git_clean', [git]), { force: true }); // ['git', 'clean', '--force']
 * ```
 */
export function buildCommandArray(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
): [string, ...string[]] {
  try {
    return build(mapping, args);
  } catch (error) {
    throw locateError(error, { command: mapping });
  }
}

function build(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): [string, ...string[]] {
  if (!isRecord(args)) throw refusal('arguments', 'must be an object');
  const { metadata, tool, path } = mapping;
  if ((tool['x-mcp'] ?? false) !== false) throw refusal(tool.name, 'is offered by an MCP server and is no program');
  if (tool['x-json-input'] === true) {
    if (path.length > 0) throw refusal(tool.name, 'takes JSON and has no subcommands');
    return [tool.name];
  }
  const parameters = parametersOf(mapping);
  const flags = parameters.flatMap((parameter) => (parameter.kind === 'option' ? parameter.source.flags : []));
  const first = argumentsFirst(metadata);
  const isFirst = first > 0;
  const reading = {
    // After the dashes an option would be read as a value too.
    endsAtDashes: !isFirst && (metadata['x-end-of-options'] ?? tool['x-end-of-options']) === true,
    hasPlusFlags: flags.some((flag) => flag.startsWith('+')),
    hasDashFlag: flags.includes('-'),
    hasNumberFlag: parameters.some(({ source }) => 'x-number-flag' in source && source['x-number-flag'] === true),
  };
  const options: Record<OptionPlace, string[][]> = { global: [], group: [], own: [] };
  const positionals: string[][] = [];
  const given: Parameter[] = [];
  let isRest = false;
  for (const parameter of parameters) {
    const value = valueFor(parameter, args);
    if (isAbsent(value)) continue;
    if (parameter.kind === 'argument') {
      given.push(parameter);
      positionals.push(positionalElements(parameter, value, reading, isRest));
      isRest ||= parameter.source['x-rest'] === true;
    } else if (parameter.kind === 'option')
      options[placeOf(parameter, mapping)].push(optionElements(parameter, value, [metadata, tool]));
  }
  assertPositionals(given, parameters, positionals, mapping);
  const words = positionals.slice(0, first).flat();
  const behind = positionals.slice(first).flat();
  const separator = reading.endsAtDashes && behind.length > 0 ? ['--'] : [];
  const own = options.own.flat();
  const [group, names] = [path.slice(0, 1), path.slice(1)];
  const subcommand = [...options.global.flat(), ...group, ...options.group.flat(), ...names];
  const argv: [string, ...string[]] = [programOf(tool), ...subcommand, ...words, ...own, ...separator, ...behind];
  assertElements(argv);
  return argv;
}

/** Arguments in the order in which `buildCommandArray` writes them, whatever order a model wrote them in. */
export function inArgvOrder(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isFirst = argumentsFirst(mapping.metadata) > 0;
  const placeIn = ({ kind, global }: Parameter): number => (kind === 'option' ? (global ? 0 : 2) : isFirst ? 1 : 3);
  const keys = parametersOf(mapping)
    .toSorted((one, other) => placeIn(one) - placeIn(other))
    .flatMap(({ key, narrowKey }) => [key, narrowKey]);
  const rest = Object.keys(args).filter((key) => !keys.includes(key));
  const given = new Set([...keys, ...rest].filter((key) => Object.hasOwn(args, key)));
  return Object.fromEntries([...given].map((key) => [key, args[key]]));
}

/** The number of arguments that come before the command's own options. */
function argumentsFirst({ 'x-arguments-first': first }: Pick<AtipCommand, 'x-arguments-first'>): number {
  return first === true ? Number.POSITIVE_INFINITY : Number.isInteger(first) ? Number(first) : 0;
}

type OptionPlace = 'global' | 'group' | 'own';

/** Before the first subcommand, behind it, or behind all. */
function placeOf({ source, key, global }: Option, { tool, path }: CommandMapping): OptionPlace {
  const behind = source['x-behind'];
  if (!global || behind === undefined) return global ? 'global' : 'own';
  if (behind === path[0]) return 'group';
  throw refusal(key, `is an option of ${JSON.stringify(`${tool.name} ${behind}`)} alone`);
}

/** The last check before a process gets the argv, independent of earlier checks. */
function assertElements(argv: readonly string[]): void {
  if (argv.some((element) => element.includes('\0'))) throw refusal('arguments', 'contain a NUL character');
  const total = argv.reduce((sum, element) => sum + element.length + 1, 0);
  if (total > MAX_TOTAL_LENGTH) throw refusal('arguments', `are longer than ${MAX_TOTAL_LENGTH} characters together`);
}

/** Words that cannot name a subcommand: a path, an address, several words. */
export const NO_NAME: RegExp = /[\s/]/;

/**
 * Refuses positionals that the program would assign to another argument: one whose predecessor is missing, a second
 * list, or a first word that names a subcommand. `git stash` with "drop" is `git stash drop`, another command than the
 * one that was checked. Where the document leaves commands out, any word could be a name; a file is then written as
 * `./drop`.
 *
 * @param given the command's arguments that have a value, in order
 * @param elements of each of them
 */
function assertPositionals(
  given: readonly Parameter[],
  parameters: readonly Parameter[],
  elements: readonly (readonly string[])[],
  mapping: CommandMapping,
): void {
  const all = parameters.filter((parameter) => parameter.kind === 'argument');
  const assigned = assignmentsBefore(all);
  const positionals = all.filter((parameter) => parameter !== assigned || given.includes(parameter));
  const gap = positionals.find((parameter, index) => given[index] !== parameter);
  const later = given.find((parameter, index) => positionals[index] !== parameter);
  if (gap && later) throw refusal(later.key, `cannot be given without "${gap.key}", which comes before it`);
  if (assigned) assertAssignments(assigned, given, elements);
  const [first, second] = given.filter((parameter) => takesMany(parameter) && parameter !== assigned);
  if (first && second)
    throw refusal(second.key, `cannot be given together with "${first.key}": nothing shows where that list ends`);
  const [owner] = given;
  const [[word] = []] = elements;
  const group = groupOf(mapping);
  if (!owner || !word || !group) return;
  if (group.names.some((name) => firstWord(name) === firstWord(word)))
    throw refusal(owner.key, 'names another command, which would run instead');
  if (group.hidesNames && !NO_NAME.test(word))
    throw refusal(owner.key, 'could name a command that this document leaves out; a path can begin with "./"');
}

/** The list right before a wrapped command line, as in `env NAME=value… CMD`: only assignments belong to it. */
export function assignmentsBefore<Positional extends Parameter & { readonly kind: 'argument' }>(
  positionals: readonly Positional[],
): Positional | undefined {
  const list = positionals.find((_, index) => positionals[index + 1]?.source['x-rest'] === true);
  return list && takesMany(list) ? list : undefined;
}

/** Refuses values that would move between the assignments and the command line after them. */
function assertAssignments(
  assigned: Parameter,
  given: readonly Parameter[],
  elements: readonly (readonly string[])[],
): void {
  for (const [index, { key, source, kind }] of given.entries()) {
    const words = elements[index] ?? [];
    if (key === assigned.key && !words.every(isAssignment))
      throw refusal(key, 'must be NAME=value: the first other word begins the command line');
    if (kind === 'argument' && source['x-rest'] === true && words.slice(0, 1).some(isAssignment))
      throw refusal(key, `must not begin with NAME=value, which would belong to "${assigned.key}"`);
  }
}

export function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word);
}

/** The first word as programs may compare it: some ignore case, and a key with white space is several words. */
export function firstWord(text: string): string | undefined {
  return text.trim().toLowerCase().split(/\s/, 1)[0];
}

/** The subcommands that a command's first word could name, and whether the document omits some. */
export interface Group {
  readonly names: readonly string[];
  readonly hidesNames: boolean;
}

/** The group that shares a command's words; `undefined` for a plain command. */
export function groupOf({ tool, path }: Pick<CommandMapping, 'tool' | 'path'>): Group | undefined {
  const node = valueAt(
    tool,
    path.flatMap((key) => ['commands', key]),
  );
  const commands = isRecord(node) ? getOwn(node, 'commands') : undefined;
  if (!isRecord(node) || !isRecord(commands)) return undefined;
  const { partial, totalCommands, includedCommands } = tool;
  const isExcerpt = partial === true && (totalCommands === undefined || totalCommands !== includedCommands);
  // The empty key is the group itself.
  const names = Object.keys(commands).filter((name) => name.trim() !== '');
  return { names, hidesNames: isExcerpt || omittedCommands(node) > 0 };
}

/** A tool's treatment of words that look like options, if its document states it. */
interface OptionReading {
  /** It takes everything after `--` as positional. */
  readonly endsAtDashes: boolean;
  /** The tool has options that start with a plus. No document states whether it reads them after `--` too. */
  readonly hasPlusFlags: boolean;
  /** A dash alone is one of its options, as for su. Elsewhere it means standard input. */
  readonly hasDashFlag: boolean;
  /** A number is one of its options, as `-5` of head. */
  readonly hasNumberFlag: boolean;
}

/**
 * The argv elements of one positional argument; a list has one per item.
 *
 * A leading dash would make the value an option, and so would a leading plus: `vim +:!id` runs id. Where the program is
 * known to end options at `--`, that comes before; else a path is written as `./-x`, and anything else is refused. With
 * `x-plus` and `x-minus` the document says that the sign is a part of the value, and with `x-rest` that the first word
 * ends the options.
 *
 * @param isRest true behind that word
 */
function positionalElements(
  parameter: Parameter & { kind: 'argument' },
  value: unknown,
  { endsAtDashes, hasPlusFlags, hasDashFlag, hasNumberFlag }: OptionReading,
  isRest: boolean,
): string[] {
  const { source, key } = parameter;
  return valueTexts(parameter, value).map(({ text, authored }, index) => {
    if (isRest || (index > 0 && source['x-rest'] === true)) return text;
    if (authored || (text === '-' && !hasDashFlag)) return text;
    const isOption = text.startsWith('-') && !endsAtDashes && (hasNumberFlag || !fitsMinus(source, text));
    if (isPath(source) && isOption) return `./${text}`;
    if (isOption)
      throw refusal(key, 'must not start with "-": this program is not known to stop reading options at "--"');
    if (text.startsWith('+') && source['x-plus'] !== true && (hasPlusFlags || !endsAtDashes))
      throw refusal(key, 'must not start with "+": some programs take the rest for a command');
    return text;
  });
}

/** True if the document says that a value with a leading dash is no option (`x-minus`). */
export function fitsMinus({ 'x-minus': glob }: Pick<AtipArgument, 'x-minus'>, text: string): boolean {
  return typeof glob === 'string' && text.length <= MAX_GLOB_VALUE && compileGlob(glob)?.(text) === true;
}

type Option = Parameter & { readonly kind: 'option' };

/** Most repetitions of a counted flag; no program has more levels. */
const MAX_COUNT = 20;

/**
 * The argv elements of one option.
 *
 * Shape: `--output` and `"json"` → `["--output=json"]`; `-o` → `["-o", "json"]`, or `["-ojson"]` when attached; true →
 * `["--draft"]`. A list repeats the flag, or is one value `a,b` with `x-list-separator`; with `x-count`, 2 is `["-v",
 * "-v"]`. Many programs read a separate value with a leading dash as an option: there a path becomes `./-x`, and
 * anything else is refused unless the option has `x-dash`. With `x-optional-value`, true and an empty text are the flag
 * alone; with `x-until`, `["ls", "-l"]` → `["-exec", "ls", "-l", ";"]`; with `x-words` 2, `["a", "1", "b", "2"]` →
 * `["--arg", "a", "1", "--arg", "b", "2"]`.
 *
 * @param hints of the command and then its tool, the nearest first
 */
function optionElements(parameter: Option, value: unknown, hints: readonly ArgvHints[]): string[] {
  const { source, key } = parameter;
  if (source['x-choice'] === true) return valueTexts(parameter, value).map(({ text }) => chosenFlag(parameter, text));
  const isBare = (value === true || value === '') && source['x-optional-value'] === true && source.type !== 'boolean';
  if (typeof value === 'boolean' && !isBare) return switchElements(parameter, value);
  const flag = preferredFlag(splitFlags(source.flags).positive, key);
  if (isBare) return [flag];
  if (source['x-count'] === true) return countElements(flag, value, key);
  const ends = endsOf(source);
  if (ends) return [flag, ...wordsUntil(parameter, value, ends)];
  const words = wordsOf(source);
  if (words > 1) return groupElements(parameter, flag, value, words);
  const style = valueStyle(source, flag, hints);
  return listTexts(parameter, value).flatMap(({ text, authored }) => {
    if (source.type === 'boolean' && !authored) throw refusal(key, 'must be true or false');
    if (style === 'equals') return [`${flag}=${text}`];
    if (style === 'attached') {
      // Alone, the flag would do without a value, or take the next word for it.
      if (text === '') throw refusal(key, `must not be empty: it is written right behind ${flag}`);
      return [`${flag}${text}`];
    }
    return [flag, ownWord(parameter, flag, { text, authored })];
  });
}

function chosenFlag({ source, key }: Option, text: string): string {
  if (!source.flags.includes(text)) throw refusal(key, `must be one of ${source.flags.join(', ')}`);
  return preferredFlag([text], key);
}

function ownWord({ source, key }: Option, flag: string, { text, authored }: ValueText): string {
  if (authored || text === '-' || !text.startsWith('-')) return text;
  if (isPath(source)) return `./${text}`;
  if (source['x-dash'] === true) return text;
  throw refusal(key, `must not start with "-": after ${flag} the program would take it for an option`);
}

/** Number of words that an option's flag takes at a time: 1 without `x-words`. */
export function wordsOf({ type, variadic, 'x-words': words }: AtipOption): number {
  return (type === 'array' || variadic === true) && Number.isInteger(words) ? Math.max(Number(words), 1) : 1;
}

/** `--arg NAME VALUE`, once for each item. */
function groupElements(parameter: Option, flag: string, value: unknown, size: number): string[] {
  const texts = valueTexts(parameter, value).map((one) => ownWord(parameter, flag, one));
  if (texts.length % size > 0)
    throw refusal(parameter.key, `must have ${size} items, or a multiple of that: ${flag} takes ${size} words`);
  return texts.flatMap((text, index) => (index % size === 0 ? [flag, text] : [text]));
}

/** The words that end an option's value, `[]` where the next option does; `undefined` where the value is one word. */
export function endsOf({ 'x-until': until }: AtipOption): readonly string[] | undefined {
  const words: readonly unknown[] | undefined = Array.isArray(until) ? until : undefined;
  return words?.filter((word) => typeof word === 'string');
}

/**
 * All words, and the first end word. Without an end word the next option ends the value, so no word may look like an
 * option.
 */
function wordsUntil(parameter: Option, value: unknown, [end, ...others]: readonly string[]): string[] {
  const words = valueTexts(parameter, value).map(({ text }) => text);
  if (end === undefined) {
    if (words.some((word) => word.startsWith('-')))
      throw refusal(parameter.key, 'has an item that starts with "-": the program would take it for an option');
    return words;
  }
  if (words.some((word) => word === end || others.includes(word)))
    throw refusal(parameter.key, `has a word that would end it: ${JSON.stringify(end)} or the like`);
  return [...words, end];
}

function countElements(flag: string, value: unknown, key: string): string[] {
  const count = Number.isInteger(value) ? Number(value) : -1;
  if (count < 0 || count > MAX_COUNT)
    throw refusal(key, `must be a whole number from 0 to ${MAX_COUNT}: it repeats ${flag}`);
  return Array.from({ length: count }, () => flag);
}

/** The values to write; with a separator all items are joined, so no item may contain it or be empty. */
function listTexts(parameter: Option, value: unknown): ValueText[] {
  const { source, key } = parameter;
  const separator: unknown = source['x-list-separator'];
  const items = valueTexts(parameter, value);
  if (!takesMany(parameter) || typeof separator !== 'string' || separator === '') return items;
  if (items.some(({ text }) => text === '' || text.includes(separator)))
    throw refusal(key, `has an item that is empty or holds ${JSON.stringify(separator)}, its separator`);
  // Only the start makes a text look like an option, and that is the first item.
  return [{ text: items.map(({ text }) => text).join(separator), authored: items[0]?.authored === true }];
}

export function valueStyle(source: AtipOption, flag: string, hints: readonly ArgvHints[]): ValueStyle {
  const stated = [source, ...hints]
    .map((level) => level['x-value-style'])
    .find((style) => style === 'equals' || style === 'space' || style === 'attached');
  const mustJoin = source['x-optional-value'] === true;
  if (flag.startsWith('--')) return stated === 'space' && !mustJoin ? 'space' : 'equals';
  return mustJoin && stated !== 'equals' ? 'attached' : (stated ?? 'space');
}

/**
 * The argv elements of an option that is on or off; never a separate value, which many programs would read as a
 * positional.
 *
 * Shape: `["--color", "--no-color"]` → `["--color"]` for true, `["--no-color"]` for false; `["--yes"]` → `[]` for
 * false.
 * An option `pager` whose long flag is `--no-pager` can only be turned off, which is certain when its default is true.
 */
function switchElements({ source, key }: Parameter & { kind: 'option' }, value: boolean): string[] {
  const { name, flags, type, default: preset } = source;
  if (type !== 'boolean') throw refusal(key, 'takes a value');
  const isOn = preset === true || preset === 'true';
  const { positive, negative } = splitFlags(flags);
  const turnsOff = positive.includes(`--no-${name}`);
  if (turnsOff && !isOn) throw refusal(key, `may mean the opposite of --no-${name}: leave it out`);
  if (value) return turnsOff ? [] : [preferredFlag(positive, key)];
  if (turnsOff) return [preferredFlag(positive, key)];
  if (negative.length > 0) return [preferredFlag(negative, key)];
  if (isOn) throw refusal(key, 'cannot be turned off: leave it out');
  return [];
}

/** Characters that only help texts put into a flag, as in `--[no-]color`. */
const NOTATION = /[[\](){}<>|]/;

/**
 * The first long flag, because readers understand it best, else the first; refused unless it is one word with a dash or
 * plus.
 */
function preferredFlag(flags: readonly string[], key: string): string {
  const flag = flags.find((candidate) => candidate.startsWith('--')) ?? flags[0] ?? '';
  if (!isLegalFlag(flag) || NOTATION.test(flag))
    throw refusal(key, `has the flag ${JSON.stringify(flag)}, which is not one argument of a command line`);
  return flag;
}

/** An option's flags, separated from the negative spelling of another: `--no-color` beside `--color`. */
export function splitFlags(flags: readonly string[]): { positive: string[]; negative: string[] } {
  const all = new Set(flags);
  const isNegation = (flag: string): boolean => flag.startsWith('--no-') && all.has(`--${flag.slice(5)}`);
  return { positive: flags.filter((flag) => !isNegation(flag)), negative: flags.filter(isNegation) };
}

interface ValueText {
  readonly text: string;
  /** One of the values that the document lists. It is no injection, even if it starts with a dash. */
  readonly authored: boolean;
}

/**
 * A relative path that no program misreads: its first segment has only name characters. Misread ones are `host:file`
 * for tar and rsync, `:/` for git, `(` and `!` for find, `name=value` for awk and make, `|command` for perl,
 * `concat:a|b` for ffmpeg. A drive of Windows is no host, and `\\server\share` there is another file than with `./`
 * before it.
 */
const PLAIN_PATH =
  /^(?:[\p{L}\p{M}\p{N}._~ -]*(?:\/|$)|[a-z]:[\\/]|\\\\[\p{L}\p{M}\p{N}._-]+\\[\p{L}\p{M}\p{N}._~ $\\-]+$)/iu;

/**
 * The texts of one parameter's value; a list has one per item.
 *
 * A path that a program could misread is written as `./x`: compilers and curl would take their arguments from the
 * file `x` for `@x`. Other texts may start with an at sign (`@scope/package`), unless the document says `x-at-file`,
 * and contain line breaks, unless it says `x-one-line`, as for an HTTP header.
 *
 * @throws ArgumentValidationError when a value is neither text nor number, or breaks these rules
 */
export function valueTexts({ source, key }: Parameter, value: unknown): ValueText[] {
  const authored = new Set<unknown>(Array.isArray(source.enum) ? source.enum.map(toText) : []);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    const text = toText(item);
    if (text === undefined) throw refusal(key, 'is neither text nor a number');
    if (authored.has(text)) return { text, authored: true };
    if (isPath(source)) return { text: PLAIN_PATH.test(text) ? text : `./${text}`, authored: false };
    if (source['x-at-file'] === true && text.startsWith('@'))
      throw refusal(key, 'must not start with "@": the program would read that file');
    if (getOwn(source, 'x-one-line') === true && text.includes('\n'))
      throw refusal(key, 'must be one line: the program would read the next line separately');
    return { text, authored: false };
  });
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) ? String(value) : undefined;
}

function refusal(parameter: string, problem: string): ArgumentValidationError {
  return new ArgumentValidationError([{ code: 'INVALID_FORMAT', message: `"${parameter}" ${problem}.`, parameter }]);
}
