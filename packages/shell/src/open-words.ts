import {
  type ArgvReading,
  type AtipCommand,
  type AtipEffects,
  type CommandMapping,
  type AtipTool,
  mergeEffects,
  readArgv,
} from '@atip/core';
import { changesOf, effectsOf, harmOfChange, isGiven } from '@atip/core/internal';
import type { UnknownWord, Word } from './types.ts';

/** The words of a call that are not known before the line runs, by what they may turn out to be. */
export interface OpenWords {
  /** The first one, as written. */
  readonly text: string;
  /** True: one may choose the command, so that nobody knows which it is. */
  readonly isCommandOpen: boolean;
  /** What they may add at the worst. Absent: nothing. */
  readonly harm?: AtipEffects;
}

/**
 * Finds out what unknown words can turn a call into.
 *
 * A word that may begin with `-`, and stands where an option could, counts as the worst option of its command. In the place of a
 * value it counts as the worst value that the document tells apart; credentials apart, since any file could hold some.
 *
 * @param words those of the reading's argv, as the line has them; the first is the program
 * @returns undefined where every word is known, or a glob whose names are what they look like
 */
export function findOpenWords(
  reading: ArgvReading & { readonly mapping: CommandMapping },
  argv: readonly string[],
  words: readonly (Word | undefined)[],
  tool: AtipTool,
  args: Readonly<Record<string, unknown>>,
): OpenWords | undefined {
  const unknown = words.flatMap((word, at) => (word?.unknown ? [{ word, at }] : []));
  const [first] = unknown;
  if (!first) return undefined;
  const { mapping, given } = reading;
  const dashes = argv.findIndex((text, at) => text === '--' && !given.some((one) => one.words.includes(at)));
  const isValueOf = (at: number): boolean =>
    /^[-+]/.test(argv[at - 1] ?? '') && given.some(({ words: own }) => own.includes(at) && own.includes(at - 1));
  const options = unknown.filter(({ word, at }) => mayBecomeOption(word, isValueOf(at)) && (dashes < 0 || at < dashes));
  const choosing = unknown.filter(({ word }) => word.prefix === '' || word.many);
  const isPast = choosing.length > 0 ? pastCommand(reading, argv, tool) : undefined;
  const isCommandOpen = choosing.some(({ at }) => isPast?.(at, isValueOf(at)) !== true);
  const values = unknown.filter(({ word }) => word.reason !== 'glob' && word.reason !== 'tilde').map(({ at }) => at);
  const harm = mergeEffects(
    options.length > 0 ? optionHarm(mapping, args) : undefined,
    values.length > 0 ? valueHarm(reading, values, args) : undefined,
  );
  return {
    text: shownText((options[0] ?? first).word),
    isCommandOpen,
    ...(Object.keys(harm).length > 0 && { harm }),
  };
}

function shownText({ reason, text }: UnknownWord): string {
  return reason === 'input' ? 'words from its input' : text;
}

/** A text without a known beginning may begin with a dash, and a text that is split may have one behind each space. */
function mayBecomeOption({ prefix, many, reason }: UnknownWord, isValue: boolean): boolean {
  if (reason === 'tilde' || prefix === '-') return prefix === '-';
  const isSplit = many && reason !== 'glob' && reason !== 'input';
  return isSplit || (prefix === '' && (many || !isValue));
}

/** Tells of a word whether those before it settle which command this is. */
function pastCommand(
  { path, mapping }: ArgvReading & { readonly mapping: CommandMapping },
  argv: readonly string[],
  tool: AtipTool,
): (at: number, isValue: boolean) => boolean {
  // A group that is a command as well: the word may name one of its others.
  let level: Readonly<Record<string, AtipCommand>> | undefined = tool.commands;
  for (const name of mapping.path) level = level?.[name]?.commands;
  const isLast = Object.keys(level ?? {}).every((name) => name === '');
  const end = settledBy(path.length, argv, tool);
  return (at, isValue) => (at < end ? isValue && at >= settledBy(1, argv, tool) : isLast);
}

/** How many words settle the first names of a command; more words settle no fewer. */
function settledBy(names: number, argv: readonly string[], tool: AtipTool): number {
  let [low, high] = [0, argv.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (readArgv(argv.slice(0, middle), [tool]).path.length < names) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The harm of every option that the call does not give. */
function optionHarm(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): AtipEffects {
  const open = changesOf(mapping).filter(({ parameter }) => parameter.kind === 'option' && !isGiven(parameter, args));
  // A program that would ask has nobody to ask, which harms nothing.
  const { interactive: _asks, ...harm } = mergeEffects(...open.map(harmOfChange));
  return harm;
}

/** The harm of every value that a parameter's document tells apart. */
function valueHarm(
  { given, mapping }: ArgvReading & { readonly mapping: CommandMapping },
  values: readonly number[],
  args: Readonly<Record<string, unknown>>,
): AtipEffects {
  const names = given.filter(({ words }) => words.some((at) => values.includes(at))).map(({ name }) => name);
  // No text at all counts as every value.
  const opened = { ...args, ...Object.fromEntries(names.filter((name) => name in args).map((name) => [name, {}])) };
  const { 'x-reveals': _any, ...worst } = effectsOf(mapping, opened);
  const now = effectsOf(mapping, args);
  return worst.destructive === now.destructive &&
    worst['x-runs'] === now['x-runs'] &&
    worst['x-sends'] === now['x-sends']
    ? {}
    : worst;
}
