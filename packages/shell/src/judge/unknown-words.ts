import {
  type ArgvReading,
  type AtipCommand,
  type AtipEffects,
  type CommandMapping,
  type AtipTool,
  readArgv,
} from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { changesOf, effectsOf, harmOfChange, isGiven, readableParameters, UNKNOWN } from '@atip/core/internal';
import { isListed } from '../line/listings.ts';
import { isNumbered, mayMatch } from '../line/patterns.ts';
import type { OpenWord, Word } from '../line/types.ts';

/** The unknown words of a call, by what they may become. */
export interface OpenWords {
  /** The first one, as written. */
  readonly text: string;
  /** True: one may select the command, which is then unknown. */
  readonly isCommandOpen: boolean;
  /** The worst effects that they may add. Absent: none. */
  readonly harm?: AtipEffects | undefined;
  /** True: the first is sent to another machine. */
  readonly isSent: boolean;
  /** A flag of the worst option that they may become. Absent: they are values. */
  readonly flag?: string | undefined;
}

/**
 * Finds the possible effects of a call's unknown words.
 *
 * A word that may begin with `-`, at a place for options, counts as the worst option of its command. At the place of a
 * value it counts as the worst value that the document distinguishes, except credentials, which any file could contain.
 *
 * @param isLocal true: the call sends to this machine alone
 * @param words words of the reading's argv, in the line's form; the first is the program
 * @returns undefined if every word is known, or a glob that cannot become an option
 */
export function findOpenWords(
  reading: ArgvReading & { readonly mapping: CommandMapping },
  argv: readonly string[],
  words: readonly (Word | undefined)[],
  tool: AtipTool,
  args: Readonly<Record<string, unknown>>,
  isLocal = false,
): OpenWords | undefined {
  const unknown = words.flatMap((word, at) => (word?.unknown ? [{ word, at }] : []));
  const [first] = unknown;
  if (!first) return undefined;
  const { mapping, given } = reading;
  const dashes = argv.findIndex((text, at) => text === '--' && !given.some((one) => one.words.includes(at)));
  const parameters = readableParameters(mapping);
  const mayBeAlone = (name: string): boolean => {
    const source = parameters.get(name)?.source;
    return source !== undefined && 'x-optional-value' in source && source['x-optional-value'] === true;
  };
  const isValueOf = (at: number): boolean =>
    /^[-+]/.test(argv[at - 1] ?? '') &&
    given.some(({ words: own, name }) => own.includes(at) && own.includes(at - 1) && !mayBeAlone(name));
  const end = Math.min(dashes < 0 ? argv.length : dashes, scriptOf(reading) + 1);
  const options = unknown.filter(({ word, at }) => mayBecomeOption(word, isValueOf(at)) && at < end);
  const optionPlaces = new Set(options.map(({ at }) => at));
  // Words behind a script or a module are its own.
  const choosing = unknown.filter(({ word, at }) => (word.prefix === '' || word.many) && at <= scriptOf(reading));
  const chooses = choosing.length > 0 ? commandChooser(reading, argv, tool) : undefined;
  const isCommandOpen = choosing.some(({ at }) => chooses?.(at, isValueOf(at), optionPlaces.has(at)) === true);
  const values = unknown.filter(({ word }) => word.reason !== 'glob' && word.reason !== 'tilde').map(({ at }) => at);
  const added =
    options.length > 0
      ? openOptions(
          mapping,
          args,
          options.map(({ word }) => word),
        )
      : [];
  const sent = (isLocal ? [] : unknown).filter(({ word }) => isText(word)).find((one) => isCarried(reading, args, one));
  const harm = mergeEffects(
    ...added.map(({ effects }) => effects),
    values.length > 0 ? valueHarm(reading, values, args, words) : undefined,
    sent && { 'x-sends': 'given' },
  );
  return {
    text: shownText((options[0] ?? sent ?? first).word),
    isCommandOpen,
    isSent: options.length === 0 && sent !== undefined,
    harm: Object.keys(harm).length > 0 ? harm : undefined,
    flag: worstFlag(added),
  };
}

/** The place of the word that ends the options of its program, as the script of an interpreter does. */
function scriptOf({ given, mapping }: ArgvReading & { readonly mapping: CommandMapping }): number {
  const parameters = readableParameters(mapping);
  const rest = given.filter(({ name }) => {
    const source = parameters.get(name)?.source;
    return source !== undefined && 'x-rest' in source && source['x-rest'] === true;
  });
  return Math.min(Number.POSITIVE_INFINITY, ...rest.flatMap(({ words }) => words));
}

/** True unless the line has all its texts, as of a loop, it is a number, or a pattern that fits files. */
function isText({ reason, number, plain, among }: OpenWord): boolean {
  const isNumber = number === 'digits' || plain === 'hex';
  return reason !== 'glob' && reason !== 'tilde' && !isNumber && (among === undefined || reason === 'input');
}

/** The beginning of an address of another machine, perhaps behind the name of an option. */
const ADDRESS = /(?:^|[=@:+,'"])(?!file:)[a-z][a-z0-9+.-]*:\/\/|^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?\//i;

/**
 * True for a word whose text leaves this machine in an address, a header or the name of a host: by its known beginning,
 * by the type of its parameter, or because the document says so.
 */
function isCarried(
  { given, mapping }: ArgvReading & { readonly mapping: CommandMapping },
  args: Readonly<Record<string, unknown>>,
  { word, at }: { readonly word: OpenWord; readonly at: number },
): boolean {
  if (effectsOf(mapping, args).network !== true) return false;
  const owner = given.find(({ words }) => words.includes(at));
  const source = owner && readableParameters(mapping).get(owner.name)?.source;
  const stated = [source?.['x-effects'], source?.['x-mode']];
  if (stated.some((one) => one?.['x-sends'] === 'none')) return false;
  return stated.some((one) => one?.['x-carries'] === true) || source?.type === 'url' || ADDRESS.test(word.prefix);
}

function shownText({ reason, text }: OpenWord): string {
  return reason === 'input' ? 'words from its input' : text;
}

/** A text with an unknown beginning may begin with a dash, and a text that is split may have one after each space. */
function mayBecomeOption(word: OpenWord, isValue: boolean): boolean {
  const { prefix, many, reason, among, number, plain } = word;
  if (isNumbered(word)) return false;
  if (number === 'digits' || (plain !== undefined && (!many || reason === 'input'))) return false;
  if (among) return !isValue && among.some((text) => text.startsWith('-'));
  if (reason === 'tilde' || prefix === '-') return prefix === '-';
  const isSplit = many && reason !== 'glob' && reason !== 'input';
  return isSplit || (prefix === '' && (many || !isValue));
}

/** Finds an unknown word that may select the command, because the words before it do not settle that. */
function commandChooser(
  { path, mapping }: ArgvReading & { readonly mapping: CommandMapping },
  argv: readonly string[],
  tool: AtipTool,
): (at: number, isValue: boolean, isOption: boolean) => boolean {
  // A group that is a command as well: the word may name one of its others.
  let level: Readonly<Record<string, AtipCommand>> | undefined = tool.commands;
  for (const name of mapping.path) level = level?.[name]?.commands;
  const others = Object.keys(level ?? {}).filter((name) => name !== '');
  const end = settledBy(path.length, argv, tool);
  return (at, isValue, isOption) => {
    if (at < end) return !isValue || at < settledBy(1, argv, tool);
    // `sed --sandbox` is a command of its own that only an option can select.
    return others.some((name) => isOption || !name.startsWith('-'));
  };
}

/** Number of words that settle the first names of a command; more words never settle fewer. */
function settledBy(names: number, argv: readonly string[], tool: AtipTool): number {
  let [low, high] = [0, argv.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (readArgv(argv.slice(0, middle), [tool]).path.length < names) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface OpenOption {
  readonly flag: string;
  readonly effects: AtipEffects;
}

/** The harm of every further option that one of the words may become. */
function openOptions(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
  words: readonly OpenWord[],
): readonly OpenOption[] {
  return changesOf(mapping).flatMap((change) => {
    const { parameter } = change;
    if (parameter.kind !== 'option' || isGiven(parameter, args)) return [];
    const { source } = parameter;
    const isAlone = (source['x-value-style'] ?? mapping.tool['x-value-style']) === 'space';
    const flag = parameter.source.flags.find((one) => words.some((word) => mayBeFlag(word, one, isAlone)));
    // A program that asks has no person to ask, which is harmless.
    const { interactive: _asks, ...effects } = harmOfChange(change);
    return flag === undefined ? [] : [{ flag, effects }];
  });
}

/** `isAlone`: no value can be attached to the flag, as with find's. */
function mayBeFlag(word: OpenWord, flag: string, isAlone: boolean): boolean {
  return isAlone && /^-[^-]./.test(flag) ? mayMatch(word, flag) : true;
}

function worstFlag(options: readonly OpenOption[]): string | undefined {
  const worst =
    options.find(({ effects }) => effects.destructive === true) ??
    options.find(({ effects }) => effects['x-runs'] === 'call') ??
    options[0];
  return worst?.flag;
}

/** The harm of every value that a parameter's document distinguishes. */
function valueHarm(
  { given, mapping }: ArgvReading & { readonly mapping: CommandMapping },
  values: readonly number[],
  args: Readonly<Record<string, unknown>>,
  line: readonly (Word | undefined)[],
): AtipEffects {
  const open = given.filter(({ name, words }) => name in args && words.some((at) => values.includes(at)));
  const now = effectsOf(mapping, args);
  const harmWith = (opened: Readonly<Record<string, unknown>>): AtipEffects => {
    const { 'x-reveals': _any, ...worst } = effectsOf(mapping, { ...args, ...opened });
    return worst.destructive === now.destructive &&
      worst['x-runs'] === now['x-runs'] &&
      worst['x-sends'] === now['x-sends']
      ? {}
      : worst;
  };
  // A value that is no text counts as every value.
  const worst = harmWith(Object.fromEntries(open.map(({ name }) => [name, {}])));
  const listed = values.map((at) => line[at]).filter((word) => word !== undefined && isListed(word));
  if (listed.length === values.length) {
    const names = new Set(listed.flatMap(({ among }) => among));
    const isHarm = (text: string): boolean =>
      open.some(({ name }) => Object.keys(harmWith({ [name]: Array.isArray(args[name]) ? [text] : text })).length > 0);
    return [...names].some(isHarm) ? worst : {};
  }
  const [only, ...others] = open;
  const [at, ...more] = only?.words.filter((one) => values.includes(one)) ?? [];
  if (Object.keys(worst).length === 0 || !only || at === undefined || others.length + more.length > 0) return worst;
  const texts = samplesOf(line[at], args[only.name]);
  const isHarmless = texts?.every((text) => Object.keys(harmWith({ [only.name]: text })).length === 0);
  return isHarmless === true ? {} : worst;
}

/** Texts that stand for all that a number of a commit, or the name of a branch or a tag, may be behind a known beginning. */
const NUMBERS = ['0a1'];
const NAMES = ['v1.2', ...Array.from('@=:,/-!%#$`;|&<>\'"{}()+', (sign) => `${sign}a${sign}/b`)];

/** Texts that stand for a number, a date and the number of a commit. */
const STAMPS = {
  digits: ['', '7'],
  signed: ['', '7', '-7'],
  stamp: ['', '7', '2026-11-30', '12:00:00', '0a1', 'v1.2'],
};

/** The texts that the value of an option may be. Undefined: any, also where the text around may be quoted again. */
function samplesOf(word: Word | undefined, value: unknown): readonly string[] | undefined {
  if (!word?.unknown || word.pieces === undefined || typeof value !== 'string') return undefined;
  const [pattern = '', ...others] = word.patterns ?? [];
  // A new name.
  if (word.signs && others.length === 0 && value.includes('*') && pattern.replaceAll(UNKNOWN, '*') === value)
    return STAMPS[word.signs].map((text) => pattern.replaceAll(UNKNOWN, text));
  const head = pattern.slice(0, pattern.indexOf(UNKNOWN));
  const known = value.slice(0, Math.max(value.indexOf('$'), 0));
  if (others.length > 0 || known === '' || !head.endsWith(known) || /[*?[\]'"`\\]/.test(pattern)) return undefined;
  const texts = word.pieces === 'hex' ? NUMBERS : NAMES;
  return texts.map((text) => (known + pattern.slice(head.length)).replaceAll(UNKNOWN, text));
}
