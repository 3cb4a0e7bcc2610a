import { programOf } from '../commands/name-command.ts';
import { firstWhere } from '../json/first-where.ts';
import type { UnknownWord } from '../types/argv.ts';
import type { AtipCommand, AtipOption, AtipTool } from '../types/tool.ts';
import { endsOf, valueStyle, wordsOf } from './build-command-array.ts';
import { type FlagTable, type FlagUse, needOf } from './command-words.ts';

export interface Hit extends FlagUse {
  readonly flag: string;
  /** Absent: the flag has no value. Several: all words up to an end word. */
  readonly texts?: readonly string[];
  readonly words: readonly number[];
}

export interface Cursor {
  readonly argv: readonly string[];
  readonly tool: AtipTool;
  at: number;
  readonly path: string[];
  /** The command's document, once the command is known. */
  metadata: AtipCommand | undefined;
  readonly hits: Hit[];
  readonly unknown: UnknownWord[];
  /** Tables to look flags up in; the first that has the flag counts. */
  tables: FlagTable[];
}

/** The command that is being read, quoted, for messages. */
export function ownerOf({ tool, path }: Cursor): string {
  return JSON.stringify([programOf(tool), ...path].join(' '));
}

/**
 * True if a program would read a word as an option, even one that it does not have. A plus starts an option only where
 * such a flag is known.
 */
export function isOption(cursor: Cursor, word: string): boolean {
  if (word.startsWith('-') && word !== '-') return true;
  if (!word.startsWith('+') && word !== '-') return false;
  return [word, headOf(word), word.slice(0, 2)].some((flag) => usesOf(cursor, flag) !== undefined);
}

export function isFlag(cursor: Cursor, word: string): boolean {
  return usesOf(cursor, word) !== undefined;
}

/** Reads one option with its value: the word at the cursor, and those that belong to it. */
export function readOption(cursor: Cursor): void {
  const { argv, at } = cursor;
  const word = argv[at] ?? '';
  cursor.at += 1;
  const reason = readFlag(cursor, word, at);
  if (reason !== undefined) cursor.unknown.push({ word: at, reason });
}

/** Reads `xzf` of `tar xzf FILE`. A first word with anything but letters is not a list of flags. */
export function readOldFlags(cursor: Cursor): void {
  const { argv, at } = cursor;
  const word = argv[at] ?? '';
  if (!/^[a-z]+$/i.test(word)) return;
  cursor.at += 1;
  const reason = readLetters(cursor, `-${word}`, at, true);
  if (reason !== undefined) cursor.unknown.push({ word: at, reason });
}

/** The part of a word before `=`, or all of it. */
function headOf(word: string): string {
  const sign = word.indexOf('=', 2);
  return sign < 0 ? word : word.slice(0, sign);
}

function usesOf({ tables }: Cursor, flag: string): readonly FlagUse[] | undefined {
  for (const { uses } of tables) {
    const found = uses.get(flag);
    if (found) return found;
  }
  return undefined;
}

/** @returns the reason why the word is unknown; `undefined` once it is noted */
function readFlag(cursor: Cursor, word: string, at: number): string | undefined {
  const whole = usesOf(cursor, word);
  if (whole) return takeFlag(cursor, whole, word, at);
  const head = headOf(word);
  const named = head === word ? undefined : usesOf(cursor, head);
  if (named) return takeText(cursor, named, head, word.slice(head.length), at);
  const attached = cursor.tables.flatMap((table) => table.attached).find((flag) => word.startsWith(flag));
  const readAttached = (flag: string) =>
    takeText(cursor, usesOf(cursor, flag) ?? [], flag, word.slice(flag.length), at);
  if (word.startsWith('--'))
    return attached === undefined ? readBeginning(cursor, head, word, at) : readAttached(attached);
  const number = numberUse(cursor, word);
  if (number) return readNumber(cursor, number, word, at);
  if (attached !== undefined) return readAttached(attached);
  return readLetters(cursor, word, at, false);
}

/** The option that is written `-5`, if a word begins so. */
export function numberUse({ tables }: Cursor, word: string): FlagUse | undefined {
  return /^-\d+[a-z]*$/i.test(word) ? tables.find((table) => table.number)?.number : undefined;
}

/** Reads `-5`, and with letters behind it `-5f`, or `-5c` where the letter takes the number: as `-c 5`. */
function readNumber(cursor: Cursor, number: FlagUse, word: string, at: number): string | undefined {
  const digits = /\d+/.exec(word)?.[0] ?? '';
  const letters = word.slice(1 + digits.length);
  const needs = [...letters].map((letter) => usesOf(cursor, `-${letter}`)).map((uses) => uses?.[0] && needOf(uses[0]));
  const [use, other] = usesOf(cursor, `-${letters}`) ?? [];
  if (use && !other && needs[0] === 'one')
    return note(cursor, use, { flag: `-${letters}`, texts: [digits], words: [at] });
  if (needs.some((need) => need !== 'none' && need !== 'optional')) return `is not an option of ${ownerOf(cursor)}`;
  note(cursor, number, { flag: `-${digits}`, texts: [digits], words: [at] });
  return readLetters(cursor, `-${letters}`, at, false);
}

/** Records a flag that is a whole word or letter, with its value where the next word is one. */
function takeFlag(cursor: Cursor, uses: readonly FlagUse[], flag: string, at: number): string | undefined {
  const [use] = uses;
  if (!use || uses.length > 1) return contradiction(uses);
  const need = needOf(use);
  if (use.option['x-choice'] === true) return note(cursor, use, { flag, texts: [flag], words: [at] });
  if (need === 'none' || (need === 'optional' && !takesNext(cursor, use.option)))
    return note(cursor, use, { flag, words: [at] });
  if (need === 'until') return takeUntil(cursor, use, flag, at);
  const from = cursor.at;
  const texts = cursor.argv.slice(from, from + wordsOf(use.option));
  if (texts.length < wordsOf(use.option))
    return texts.length === 0 ? 'needs a value, but has none' : `needs ${wordsOf(use.option)} values`;
  // If the document is wrong about the value, this would hide an option.
  const hidden = texts.find((text) => text === '--' || (text.startsWith('-') && isFlag(cursor, text)));
  if (hidden !== undefined && use.option['x-dash'] !== true && !isListed(use.option, hidden))
    return `needs a value, and what follows may be the option ${quote(hidden)}`;
  cursor.at += texts.length;
  return note(cursor, use, { flag, texts, words: [at, ...texts.map((_, index) => from + index)] });
}

/** `--silent [value]` takes the next word unless that looks like an option; `--color[=WHEN]` takes none. */
function takesNext({ argv, at }: Cursor, { 'x-value-style': style }: AtipOption): boolean {
  return style === 'space' && argv[at]?.startsWith('-') === false;
}

function isListed({ enum: values }: AtipOption, text: string): boolean {
  const listed: readonly unknown[] = Array.isArray(values) ? values : [];
  return listed.includes(text);
}

/**
 * Records `-exec CMD ;`. Without an end word it reads to the end of the line if the document allows that with an empty
 * word; elsewhere the end is ambiguous, and all words are unknown.
 */
function takeUntil(cursor: Cursor, use: FlagUse, flag: string, at: number): string | undefined {
  const { argv } = cursor;
  const ends = new Set(endsOf(use.option));
  const mayRunOn = ends.delete('');
  const from = cursor.at;
  if (ends.size === 0) return takeValues(cursor, use, flag, at);
  while (cursor.at < argv.length && !ends.has(argv[cursor.at] ?? '')) cursor.at += 1;
  const until = cursor.at;
  if (until === argv.length && !mayRunOn) {
    for (let word = from; word < argv.length; word++)
      cursor.unknown.push({ word, reason: `may still belong to ${quote(flag)}` });
    return `has no end: ${[...ends].map(quote).join(' or ')} is missing`;
  }
  cursor.at = Math.min(until + 1, argv.length);
  const words = Array.from({ length: cursor.at - at }, (_, index) => at + index);
  return note(cursor, use, { flag, texts: argv.slice(from, until), words });
}

/** Records `--ids a b c`: all words up to the next option. */
function takeValues(cursor: Cursor, use: FlagUse, flag: string, at: number): string | undefined {
  const { argv } = cursor;
  const from = cursor.at;
  while (cursor.at < argv.length && !(argv[cursor.at] ?? '').startsWith('-')) cursor.at += 1;
  if (cursor.at === from) return 'needs a value, but has none';
  const words = Array.from({ length: cursor.at - at }, (_, index) => at + index);
  return note(cursor, use, { flag, texts: argv.slice(from, cursor.at), words });
}

/**
 * Records a value in the same word as its flag. @param rest the text after the flag, with the equals sign if it has one
 */
function takeText(
  cursor: Cursor,
  uses: readonly FlagUse[],
  flag: string,
  rest: string,
  at: number,
): string | undefined {
  const [use] = uses;
  if (!use || uses.length > 1) return contradiction(uses);
  const { option, off } = use;
  const need = needOf(use);
  const text = withoutSign(cursor, option, flag, rest);
  if (need === 'none' && option.type === 'boolean' && (text === 'true' || text === 'false'))
    return note(cursor, { option, off: off === (text === 'true') }, { flag, words: [at] });
  if (need === 'none') return `gives a value to ${quote(flag)}, which takes none`;
  if (wordsOf(option) > 1 || (need === 'until' && endsOf(option)?.length !== 0))
    return `joins ${quote(flag)} with its first word`;
  return note(cursor, use, { flag, texts: [text], words: [at] });
}

/** `=x` means `x`, except for programs that take all text after a letter literally: `cut -d=` means the sign. */
function withoutSign({ metadata, tool }: Cursor, option: AtipOption, flag: string, rest: string): string {
  if (!rest.startsWith('=')) return rest;
  const style = valueStyle(option, flag, metadata ? [metadata, tool] : [tool]);
  const isSign = flag.startsWith('--') || style === 'equals' || (style === 'space' && rest !== '=');
  return isSign ? rest.slice(1) : rest;
}

/**
 * Reads the beginning of a long option that only one option has. A beginning that ends at a word boundary of the flag
 * does not count: `--force` of `--force-with-lease` may be an option that the document lacks.
 */
function readBeginning(cursor: Cursor, head: string, word: string, at: number): string | undefined {
  let found: string | undefined;
  for (const { longs, uses } of cursor.tables) {
    const first = firstWhere(longs.length, (index) => (longs[index] ?? '') >= head);
    for (let index = first; longs[index]?.startsWith(head); index++) {
      const flag = longs[index] ?? '';
      const [use] = uses.get(flag) ?? [];
      const [other] = found === undefined ? [] : (usesOf(cursor, found) ?? []);
      if (found !== undefined && (use?.option !== other?.option || use?.off !== other?.off))
        return `may be ${quote(found)} or ${quote(flag)}`;
      if (flag[head.length] === '-') return `is not an option of ${ownerOf(cursor)}; ${quote(flag)} is one`;
      found ??= flag;
    }
  }
  const uses = found === undefined ? undefined : usesOf(cursor, found);
  if (found === undefined || !uses || head === '--') return `is not an option of ${ownerOf(cursor)}`;
  return head === word ? takeFlag(cursor, uses, found, at) : takeText(cursor, uses, found, word.slice(head.length), at);
}

/**
 * Reads `-xzf`, letter by letter; the first that takes a value takes the rest. Letters before an unknown one are
 * recorded.
 *
 * @param isOld true if each letter takes its value from the words that follow
 */
function readLetters(cursor: Cursor, word: string, at: number, isOld: boolean): string | undefined {
  const combines = isOld || combinesLetters(cursor);
  for (let index = 1; index < word.length; index++) {
    const flag = `${word.charAt(0)}${word.charAt(index)}`;
    const uses = usesOf(cursor, flag);
    const [use] = uses ?? [];
    if (!uses || !use)
      return `${word.length > 2 ? `holds ${quote(flag)}, which ` : ''}is not an option of ${ownerOf(cursor)}`;
    const isLast = index === word.length - 1;
    // `-it=false` of pflag.
    if (combines && !isOld && needOf(use) === 'none' && word[index + 1] === '=')
      return takeText(cursor, uses, flag, word.slice(index + 1), at);
    const takesRest = needOf(use) !== 'none' && !isOld && !isLast;
    if (takesRest && (combines || use.option['x-value-style'] === 'attached'))
      return takeText(cursor, uses, flag, word.slice(index + 1), at);
    if (!combines) return `is not an option of ${ownerOf(cursor)}`;
    const reason = takeFlag(cursor, uses, flag, at);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Programs whose long flags have one dash, such as find and java, read `-ab` as one of these. */
function combinesLetters({ tables }: Cursor): boolean {
  let [dashWords, longs] = [0, 0];
  for (const table of tables) {
    dashWords += table.dashWords;
    longs += table.longs.length;
  }
  return dashWords <= longs;
}

function note(cursor: Cursor, { option, off }: FlagUse, place: Omit<Hit, keyof FlagUse>): undefined {
  cursor.hits.push({ option, off, ...place });
}

function contradiction(uses: readonly FlagUse[]): string {
  const names = [...new Set(uses.map(({ option }) => quote(option.name)))];
  return `stands for ${names.slice(0, 4).join(' and ')} in the document, which contradicts itself`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
