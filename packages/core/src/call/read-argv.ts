import { toolList } from '../commands/assert-document.ts';
import { mayReassure } from '../effects/trust.ts';
import { isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import type { ArgvReading, GivenParameter } from '../types/argv.ts';
import type { AtipArgument, AtipCommand, AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';
import { firstWord, fitsMinus, isAssignment, NO_NAME } from './build-command-array.ts';
import { aliasesOf, programOf } from '../commands/name-command.ts';
import { flagsBelow, type WordNode, type CommandWords, commandWords, wordsOf, needOf } from './command-words.ts';
import {
  type Cursor,
  isFlag,
  isOption,
  numberUse,
  ownerOf,
  readOldFlags,
  readOption,
  type Hit,
} from './read-option.ts';
import { type Parameter, takesMany } from '../commands/parameters.ts';

/**
 * Reads an argument vector as its program does: the inverse of `buildCommandArray`.
 *
 * Shape: `["git", "clean", "-fd", "src"]` → `{ tool: "git", path: ["clean"], name: "git_clean", given: [{ name:
 * "force", value: true, words: [2] }, …], unknown: [], problems: [] }`. It takes `-xzf F`, `--x=v`, `--x v`, `-xv`,
 * unambiguous beginnings of long options, `--no-x` where the document has it, `--`, global options before and behind
 * the command, aliases, plug-ins (`git lfs` where there is a document `git-lfs`), options between positionals, and
 * everything that the hints `x-optional-value`, `x-number-flag`, `x-until`, `x-words`, `x-dash`, `x-minus`, `x-rest`,
 * `x-old-flags`, `x-syntax`, `x-arguments-first`, `x-help` describe.
 *
 * Nothing is guessed: a word that the document does not account for is in `unknown` with a reason, an unknown option is
 * never a positional, and values are not checked, which `validateToolCall` does. Never throws for any argv; takes time
 * linear in it.
 *
 * @param argv the program first, by name or path: `/usr/bin/git` is git. The file at that path is not compared with the
 * tool
 * @param described a list of tools, or one; of two with one name the later counts, as in `compileTools`
 * @throws AtipValidationError when the tool's document cannot be read
 * @example
 * ```ts
 * import { type AtipTool, readArgv } from '@atip/core';
 * declare const git: AtipTool;
 * readArgv(['git', 'clean', '-f'], [git]).given; // [{ name: 'force', value: true, words: [2] }]
 * ```
 */
export function readArgv(argv: readonly string[], described: AtipTool | readonly AtipTool[]): ArgvReading {
  const tools = toolList(described);
  const problem = problemOf(argv);
  if (problem !== undefined) return { path: [], given: [], unknown: [], problems: [problem] };
  const [program = ''] = argv;
  const name = program.slice(program.lastIndexOf('/') + 1);
  const tool = findTool(program, tools) ?? findTool(name, tools) ?? pluginWith(name, argv[1] ?? '', tools);
  if (!tool)
    return { path: [], given: [], unknown: [], problems: [`There is no document for ${JSON.stringify(program)}.`] };
  const own = isRunAlone(tool) ? readAlone(argv, tool) : readWith(argv, tool);
  return readPlugin(argv, own, tools) ?? own;
}

/** A plug-in that is started by its own name: `git-lfs track` is `git lfs track`. */
function isRunAlone({ name, 'x-plugin-of': host }: AtipTool): boolean {
  return host !== undefined && name.startsWith(`${host}-`);
}

function readAlone(argv: readonly string[], tool: AtipTool): ArgvReading {
  const program = programOf(tool);
  return fewerWords(readWith([program, tool.name.slice(program.length + 1), ...argv.slice(1)], tool), 1);
}

/**
 * The reading of a subcommand that its program does not have: programs such as git start a plug-in for it. `git
 * summary` is a command of a document that is a plug-in of git, `git cliff` the program `git-cliff`.
 *
 * @param own the program's own reading, which found no command
 */
function readPlugin(argv: readonly string[], own: ArgvReading, tools: readonly AtipTool[]): ArgvReading | undefined {
  const [, word = ''] = argv;
  const isUnknown = own.path.length === 0 && own.unknown.some((one) => one.word === 1);
  if (own.tool === undefined || !isUnknown || word === '' || word.startsWith('-')) return undefined;
  const plugin = pluginWith(own.tool, word, tools);
  if (plugin) return readWith(argv, plugin);
  const program = findTool(`${own.tool}-${word}`, tools);
  return program && fewerWords(readWith([program.name, ...argv.slice(2)], program), -1);
}

/** The plug-in of a program that adds a command. */
function pluginWith(host: string, word: string, tools: readonly AtipTool[]): AtipTool | undefined {
  return tools.findLast(
    (tool) =>
      isRecord(tool) &&
      tool['x-plugin-of'] === host &&
      isRecord(tool.commands) &&
      wordsOf(tool).root.children.has(word),
  );
}

/** Shifts a reading to the argv without its first `more` words. */
function fewerWords(reading: ArgvReading, more: number): ArgvReading {
  const given = reading.given.map((one) => ({ ...one, words: one.words.map((word) => word - more) }));
  const unknown = reading.unknown.map((one) => ({ ...one, word: one.word - more }));
  return { ...reading, given, unknown };
}

function readWith(argv: readonly string[], tool: AtipTool): ArgvReading {
  const { root, globals } = wordsOf(tool);
  const cursor: Cursor = { argv, tool, at: 1, path: [], metadata: undefined, hits: [], unknown: [], tables: [globals] };
  const node = walkCommands(cursor, root);
  const command = helpCommand(cursor, node) ?? node.command;
  const { path } = cursor;
  if (!command) return withoutCommand(cursor);
  const words = commandWords(tool, command);
  cursor.metadata = command.metadata;
  cursor.tables = [words.own, globals];
  const given = settleReading(cursor, words, readWords(cursor, words));
  const mapping = { ...command, path, command: [programOf(tool), ...path] };
  cursor.unknown.sort((a, b) => a.word - b.word);
  return { tool: programOf(tool), path, name: command.name, mapping, given, unknown: cursor.unknown, problems: [] };
}

/** The arguments of a call as this reading found them, for `validateToolCall` and policy checks. */
export function argumentsOf({ given }: Pick<ArgvReading, 'given'>): Record<string, unknown> {
  return Object.fromEntries(given.map((one) => [one.name, 'value' in one ? one.value : true]));
}

function problemOf(argv: unknown): string | undefined {
  if (!Array.isArray(argv) || argv.length === 0) return 'An argv is a list of words with the program first.';
  // `some` skips holes, and a hole is no word.
  const words: readonly unknown[] = Array.from(argv);
  if (!words.every((word) => typeof word === 'string')) return 'A word of an argv is text.';
  return words.some((word) => word.includes('\0')) ? 'A word holds a NUL, which no process can be given.' : undefined;
}

function findTool(name: string, tools: readonly AtipTool[]): AtipTool | undefined {
  const programs = tools.filter(
    (tool) => isRecord(tool) && (tool['x-mcp'] ?? false) === false && tool['x-json-input'] !== true,
  );
  return (
    programs.findLast((tool) => tool.name === name) ??
    programs.findLast((tool) => isRecord(tool.commands) && aliasesOf({ commands: tool.commands }).includes(name))
  );
}

/** Follows the words that name commands, skipping options before them. */
function walkCommands(cursor: Cursor, root: WordNode): WordNode {
  const { argv, tool, path, tables: globals } = cursor;
  let node = root;
  for (let word = argv[cursor.at]; word !== undefined && node.children.size > 0; word = argv[cursor.at]) {
    const own = node.command ? [commandWords(tool, node.command).own] : [];
    cursor.tables = [...own, ...globals];
    const next = word === '' || isFlag(cursor, word) ? undefined : node.children.get(word);
    if (next) {
      node = next;
      path.push(next.key);
      cursor.at += 1;
    } else {
      if (word === '--' || !isOption(cursor, word)) break;
      cursor.tables.push(flagsBelow(node));
      readOption(cursor);
    }
  }
  return node;
}

const HELP_EFFECTS: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  idempotent: true,
  reversible: true,
};
const TOPICS: AtipArgument = {
  name: 'topic',
  type: 'string',
  description: 'Commands, or a topic',
  required: false,
  variadic: true,
};

/**
 * The command that only prints help, of a tool that has it by rule: `help` with any words behind it, or a group alone.
 */
function helpCommand(cursor: Cursor, { command, children }: WordNode): FlatCommand | undefined {
  const { argv, at, tool, path, hits, unknown } = cursor;
  if (tool['x-help'] !== true || children.size === 0 || !mayReassure(tool)) return undefined;
  const isTopic = argv[at] === 'help' && (command?.metadata.arguments ?? []).length === 0;
  const isAlone = command === undefined && at === argv.length && unknown.length === 0;
  if (!isTopic && !(isAlone && hits.every(({ option }) => tool.globalOptions?.includes(option)))) return undefined;
  if (isTopic) {
    path.push('help');
    cursor.at += 1;
  }
  const pointer = path.reduce((above, key) => joinPointer(joinPointer(above, 'commands'), key), '');
  const metadata = { description: 'Print help', arguments: isTopic ? [TOPICS] : [] };
  return { name: [programOf(tool), ...path].join('_'), tool, path, pointer, metadata, effects: HELP_EFFECTS };
}

function withoutCommand(cursor: Cursor): ArgvReading {
  const { argv, tool, path, at, unknown, hits } = cursor;
  const owner = ownerOf(cursor);
  for (const { words } of hits) for (const word of words) unknown.push({ word, reason: 'belongs to no command' });
  unknown.sort((a, b) => a.word - b.word);
  const rest = argv.slice(at).map((_word, index) => ({
    word: at + index,
    reason: index === 0 ? `names no command of ${owner}` : 'follows a word that names no command',
  }));
  const problem = rest.length > 0 ? `${owner} has no such command.` : `${owner} needs a command behind it.`;
  return { tool: programOf(tool), path, given: [], unknown: [...unknown, ...rest], problems: [problem] };
}

/** Reads the words behind the command: options are noted, positionals collected. */
function readWords(cursor: Cursor, words: CommandWords): Positionals {
  const { argv, tool } = cursor;
  const hints: Partial<AtipCommand> = cursor.metadata ?? {};
  const syntax = new Set<unknown>(Array.isArray(hints['x-syntax']) ? hints['x-syntax'] : []);
  const endsAtDashes = (hints['x-end-of-options'] ?? tool['x-end-of-options']) === true;
  const found: Positionals = { words: [] };
  if (hints['x-old-flags'] === true) readOldFlags(cursor);
  for (let word = argv[cursor.at]; word !== undefined; word = argv[cursor.at]) {
    const isOpen = found.split === undefined && found.rest === undefined;
    const isValue = isOpen && (listsWord(words, found, word) || isMinusValue(cursor, words, found, word));
    if (isOpen && word === '--' && !isValue) {
      found.split = found.words.length;
      cursor.at += 1;
    } else if (isOpen && syntax.has(word)) cursor.at += 1;
    else if (isOpen && (isFlag(cursor, word) || (isOption(cursor, word) && !isValue))) {
      readOption(cursor);
      const isOwn = words.own.uses.has(cursor.hits.at(-1)?.flag ?? '');
      if (isOwn && hints['x-arguments-first'] === true) found.closed = true;
    } else {
      const reason = found.rest === undefined ? reasonAgainst(word, cursor, words, found, endsAtDashes) : undefined;
      if (reason === undefined) {
        if (found.rest === undefined && beginsRest(word, words, found)) found.rest = found.words.length;
        found.words.push(cursor.at);
      } else cursor.unknown.push({ word: cursor.at, reason });
      cursor.at += 1;
    }
  }
  return found;
}

/** The argument that takes the next positional, judged by its position. */
function nextArgument({ positionals, firstList }: CommandWords, { words }: Positionals): number {
  return Math.min(words.length, firstList ?? positionals.length);
}

/** True if the document lists a word that looks like an option among the values of the argument that comes next. */
function listsWord(words: CommandWords, found: Positionals, word: string): boolean {
  const values: unknown = words.positionals[nextArgument(words, found)]?.source.enum;
  return Array.isArray(values) && values.includes(word);
}

/** True for `-x` of `chmod -x`, and for `-1234` of `kill -9 -1234`: the first number is the signal. */
function isMinusValue(cursor: Cursor, words: CommandWords, found: Positionals, word: string): boolean {
  const source = words.positionals[nextArgument(words, found)]?.source;
  if (source === undefined || !word.startsWith('-') || !fitsMinus(source, word)) return false;
  return cursor.hits.length > 0 || numberUse(cursor, word) === undefined;
}

/** True if a positional is the first word of the argument that ends the options. */
function beginsRest(word: string, words: CommandWords, found: Positionals): boolean {
  const next = words.positionals[nextArgument(words, found)];
  return next?.source['x-rest'] === true || (next !== undefined && next === words.assigned && !isAssignment(word));
}

/** The reason why a word cannot be a positional; the same words that `buildCommandArray` refuses to write. */
function reasonAgainst(
  word: string,
  cursor: Cursor,
  words: CommandWords,
  found: Positionals,
  endsAtDashes: boolean,
): string | undefined {
  const { group, positionals } = words;
  if (found.closed === true) return 'comes after an option, where the program takes no arguments';
  if (listsWord(words, found, word) || isMinusValue(cursor, words, found, word)) return undefined;
  const literal = endsAtDashes && found.split !== undefined;
  if (word.startsWith('-') && word !== '-' && !literal)
    return 'may be an option: the program is not known to end options at "--"';
  const takesPlus = positionals.slice(nextArgument(words, found)).some(({ source }) => source['x-plus'] === true);
  if (word.startsWith('+') && !takesPlus && (words.hasPlusFlags || !endsAtDashes))
    return 'may be an option: some programs have such that begin with "+"';
  if (!group || word === '' || found.words.length > 0) return undefined;
  if (group.names.some((name) => firstWord(name) === firstWord(word))) return 'may name a command';
  if (group.hidesNames && !NO_NAME.test(word)) return 'may name a command that the document leaves out';
  return positionals.length === 0 ? `names no command of ${ownerOf(cursor)}` : undefined;
}

/** Positionals, as indexes in argv. */
export interface Positionals {
  readonly words: number[];
  /** Number of positionals before `--`. Absent: argv has no `--`. */
  split?: number;
  /**
   * Number of positionals before the argument that ends the options. Absent: the command has no such argument, or argv
   * no word for it.
   */
  rest?: number;
  /** True: an option came after which the command takes no arguments, see `x-arguments-first`. */
  closed?: boolean;
}

interface Said {
  readonly texts: string[];
  readonly words: number[];
  count: number;
  /** The value of a switch; its last occurrence counts. */
  off: boolean;
}

/** Gives each option and each positional to its parameter; the rest become unknown. */
function settleReading(cursor: Cursor, words: CommandWords, positionals: Positionals): GivenParameter[] {
  const said = new Map<Parameter, Said>();
  for (const hit of cursor.hits) settleHit(cursor, words, said, hit);
  settlePositionals(cursor, words, positionals, said);
  const given: GivenParameter[] = [];
  for (const parameter of words.parameters) {
    const one = said.get(parameter);
    if (!one) continue;
    const value = valueFrom(parameter, one);
    const reading: GivenParameter = { name: parameter.key, ...(value !== undefined && { value }), words: one.words };
    const isCounted = parameter.kind === 'option' && parameter.source['x-count'] === true;
    given.push(one.count > 1 && !isCounted && !takesMany(parameter) ? { ...reading, repeated: true } : reading);
  }
  return given;
}

/**
 * Looks up again an option that came before its command, by flag and name: git's `-C` is not an option of `git commit`.
 */
function settleHit(cursor: Cursor, { byOption, own }: CommandWords, said: Map<Parameter, Said>, hit: Hit): void {
  let parameter = byOption.get(hit.option);
  if (!parameter) {
    const [use, other] = own.uses.get(hit.flag) ?? [];
    if (use && !other && use.option.name === hit.option.name && needOf(use) === needOf(hit))
      parameter = byOption.get(use.option);
  }
  if (parameter) say(said, parameter, hit);
  else
    for (const word of hit.words) cursor.unknown.push({ word, reason: `belongs to no option of ${ownerOf(cursor)}` });
}

function say(
  said: Map<Parameter, Said>,
  parameter: Parameter,
  { texts, words, off }: Omit<Hit, 'option' | 'flag'>,
): void {
  const one = said.get(parameter) ?? { texts: [], words: [], count: 0, off };
  said.set(parameter, one);
  one.count += 1;
  one.off = off;
  for (const text of texts ?? []) one.texts.push(text);
  for (const word of words) if (one.words.at(-1) !== word) one.words.push(word);
}

/**
 * Deals the positionals out to the arguments by their place.
 *
 * Words behind `--`, of a program that does not simply end its options there, begin with the first list: `git checkout
 * [tree] -- path…`. The words of a wrapped command line begin at the index that was recorded.
 */
function settlePositionals(
  cursor: Cursor,
  { positionals, firstList }: CommandWords,
  { words, split, rest }: Positionals,
  said: Map<Parameter, Said>,
): void {
  const { metadata, tool } = cursor;
  const endsAtDashes = (metadata?.['x-end-of-options'] ?? tool['x-end-of-options']) === true;
  const deal = (from: number, to: number, start: number, end?: number): number =>
    dealOut(cursor, words.slice(from, to), positionals.slice(start, end), said) + from;
  let dealt: number;
  if (rest !== undefined) {
    const start = positionals.findIndex(({ source }) => source['x-rest'] === true);
    deal(0, rest, 0, start);
    dealt = deal(rest, words.length, start);
  } else if (split !== undefined && !endsAtDashes && firstList !== undefined && split < words.length) {
    dealt = deal(deal(0, split, 0, firstList), words.length, firstList);
  } else dealt = deal(0, words.length, 0);
  for (const word of words.slice(dealt)) cursor.unknown.push({ word, reason: 'is one argument too many' });
}

/**
 * Gives each argument as many words as leave enough for the required ones after it. @returns how many words were used
 */
function dealOut(
  { argv }: Cursor,
  words: readonly number[],
  positionals: readonly Parameter[],
  said: Map<Parameter, Said>,
): number {
  let needed = positionals.filter(({ required }) => required).length;
  let dealt = 0;
  for (const [at, parameter] of positionals.entries()) {
    if (parameter.required) needed -= 1;
    const left = words.length - dealt;
    // `ln TARGET... [LINK]`: of several words the last is the link.
    const last = positionals[at + 1];
    const keeps = isListBeforeLast(parameter, last) && at + 2 === positionals.length && left > 1 ? 1 : 0;
    const spare = parameter.required ? Math.max(left - needed - keeps, Math.min(left, 1)) : left - needed;
    const taken = words.slice(dealt, dealt + Math.max(0, takesMany(parameter) ? spare : Math.min(spare, 1)));
    dealt += taken.length;
    if (taken.length > 0)
      say(said, parameter, { texts: taken.map((word) => argv[word] ?? ''), words: taken, off: false });
  }
  return dealt;
}

function isListBeforeLast(parameter: Parameter, last: Parameter | undefined): boolean {
  return parameter.required && takesMany(parameter) && last !== undefined && !last.required && !takesMany(last);
}

/** The value with the type of a checked call. `undefined`: the flag came without its optional value. */
function valueFrom(parameter: Parameter, { texts, count, off }: Said): unknown {
  const { kind, source } = parameter;
  if (kind === 'option') {
    if (source['x-count'] === true) return count;
    if (source.type === 'boolean') return !off;
    if (texts.length === 0) return off ? false : undefined;
  }
  const separator = kind === 'option' ? source['x-list-separator'] : undefined;
  if (takesMany(parameter)) {
    const items =
      typeof separator === 'string' && separator !== '' ? texts.flatMap((text) => text.split(separator)) : texts;
    return items.map((text) => typed(text, source));
  }
  const distinct = [...new Set(texts)].map((text) => typed(text, source));
  return distinct.length === 1 ? distinct[0] : distinct;
}

/**
 * Turns numeric texts into numbers where nothing is lost: `+5` and `007` stay, because a program may distinguish them
 * from 5 and 7.
 */
function typed(text: string, { type, enum: values }: Parameter['source']): unknown {
  const number = Number(text);
  if (String(number) === text && Number.isFinite(number)) {
    const listed: readonly unknown[] = Array.isArray(values) ? values : [];
    if (type === 'integer' || type === 'number' || listed.includes(number)) return number;
  }
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
