import { type Parameter, takesMany } from '../commands/parameters.ts';
import type { GivenParameter } from '../types/argv.ts';
import { type CommandWords, needOf } from './command-tree.ts';
import { type Cursor, type Hit, ownerOf } from './read-option.ts';

/** Positionals, as indexes in argv. */
export interface Positionals {
  readonly words: number[];
  /** Number of positionals before `--`. Absent: argv has no `--`. */
  split?: number;
  /**
   * Number of positionals before the argument that ends the options. Absent: the command has no such argument, or argv no word
   * for it.
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
export function settleReading(cursor: Cursor, words: CommandWords, positionals: Positionals): GivenParameter[] {
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
  for (const parameter of positionals) {
    if (parameter.required) needed -= 1;
    const left = words.length - dealt;
    const spare = parameter.required ? Math.max(left - needed, Math.min(left, 1)) : left - needed;
    const taken = words.slice(dealt, dealt + Math.max(0, takesMany(parameter) ? spare : Math.min(spare, 1)));
    dealt += taken.length;
    if (taken.length > 0)
      say(said, parameter, { texts: taken.map((word) => argv[word] ?? ''), words: taken, off: false });
  }
  return dealt;
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
