import { UNKNOWN } from '@atip/core/internal';
import { PLAIN } from '../line/listings.ts';
import { HERE } from '../line/patterns.ts';
import type { LinePart, OpenWord, Word } from '../line/types.ts';
import type { Reading, Scope, Values } from './reading.ts';

/** Most distinct values of one variable. */
const MANY_VALUES = 64;

/** The directory of the shell. */
export const WORKING: OpenWord = {
  unknown: true,
  text: '',
  reason: 'variable',
  prefix: '/',
  many: false,
  patterns: [HERE],
};
/** The home directory, as `$HOME` has it. */
export const HOME: OpenWord = { ...WORKING, reason: 'tilde', prefix: '~', tilde: true, patterns: ['~'] };

/** Variables that a shell sets before any line. */
export const FROM_THE_SHELL: ReadonlyMap<string, readonly Word[]> = new Map([
  ['HOME', [HOME]],
  ['PWD', [WORKING]],
]);

export function firstValues(isPlainPlace: boolean): Values {
  return { assumed: FROM_THE_SHELL, isSplitAtBlanks: true, isPlainPlace, wanted: new Set() };
}

/** Variables that bash sets by itself. */
const OWN =
  /^(?:_|BASH\w*|COMP_\w+|COPROC|DIRSTACK|EPOCH\w+|E?UID|FUNCNAME|GROUPS|HIST\w+|HOST\w+|IFS|LINENO|COLUMNS|LINES|MACHTYPE|MAPFILE|OLDPWD|OPT\w+|OSTYPE|PIPESTATUS|PPID|PWD|S?RANDOM|READLINE_\w+|REPLY|SECONDS|SHELLOPTS|SHLVL)$/;

/** Records one value of a variable. `undefined`: it may be anything. */
export function noteValue(name: string, value: Word | undefined, reading: Reading): void {
  const noted = reading.values.get(name);
  if (noted === 'any') return;
  const isUsable =
    value !== undefined &&
    !OWN.test(name) &&
    (!value.unknown ||
      ((value.prefix !== '' ||
        value.number !== undefined ||
        value.plain !== undefined ||
        value.made !== undefined ||
        value.among !== undefined ||
        value.patterns?.every((pattern) => !pattern.includes(UNKNOWN)) ||
        value.ends) &&
        (!value.many || value.reason === 'glob')));
  if (!isUsable || (noted?.size ?? 0) >= MANY_VALUES) reading.values.set(name, 'any');
  else reading.values.set(name, new Map(noted).set(keyOf(value), value));
}

function keyOf(word: Word): string {
  return word.unknown
    ? `?${word.number ?? ''}${word.plain ?? ''}${word.made ?? ''}${word.signs ?? ''}${JSON.stringify(word.ends)}${word.tilde ?? ''}${word.reason}${word.prefix}\0${(word.patterns ?? word.among)?.join('\0') ?? ''}`
    : `=${word.text}`;
}

/**
 * The values for another reading of a line. `undefined`: it would change nothing. @param used the values of this
 * reading
 */
export function nextValues(reading: Reading, used: Values): Values | undefined {
  const assumed = new Map<string, readonly Word[]>();
  for (const [name, words] of FROM_THE_SHELL) if (!reading.values.has(name)) assumed.set(name, words);
  for (const [name, noted] of reading.values)
    if (noted !== 'any' && !FROM_THE_SHELL.has(name)) assumed.set(name, [...noted.values()]);
  if (reading.hasSourced) assumed.clear();
  const isSplitAtBlanks = !reading.values.has('IFS') && !reading.hasSourced;
  const isSame = [...used.wanted].every((name) => keysOf(assumed.get(name)) === keysOf(used.assumed.get(name)));
  const isPlainPlace = used.isPlainPlace && staysPlain(reading);
  if (isSame && isSplitAtBlanks === used.isSplitAtBlanks && isPlainPlace === used.isPlainPlace) return undefined;
  return { assumed, isSplitAtBlanks, isPlainPlace, wanted: new Set() };
}

function keysOf(words: readonly Word[] | undefined): string | undefined {
  return words?.map(keyOf).sort().join('\0');
}

/** True if all assumptions of a reading are confirmed. */
export function holds(reading: Reading, { assumed, isSplitAtBlanks, isPlainPlace, wanted }: Values): boolean {
  if (isPlainPlace && wanted.has('PWD') && !staysPlain(reading)) return false;
  if (isSplitAtBlanks && (reading.values.has('IFS') || reading.hasSourced)) return false;
  if (reading.hasSourced && [...wanted].some((name) => assumed.has(name))) return false;
  return [...wanted].every((name) => {
    const words = assumed.get(name);
    const noted = reading.values.get(name);
    if (!words || !noted) return true;
    const keys = new Set(words.map(keyOf));
    return noted !== 'any' && [...noted.keys()].every((key) => keys.has(key));
  });
}

/** True if the line goes only to directories that are plain where it starts in one that is. */
function staysPlain({ parts, isPhysical }: Reading): boolean {
  const named = parts.filter(mayName);
  const places = named.flatMap(({ directories = [], elsewhere = [] }) => [...directories, ...elsewhere.flat()]);
  return !isPhysical && places.every((word) => !word.unknown && PLAIN.test(word.text));
}

/** True for a command with a variable: to others the name of their directory does not matter. */
function mayName({ words, redirects, assignments }: LinePart): boolean {
  const written = [...words, ...redirects.map(({ target }) => target), ...assignments.map(({ value }) => value)];
  return written.some((word) => word === undefined || word.text.includes('$'));
}

/** All values of a variable at this place. `undefined`: unknown. */
export function valuesOf(name: string, { certain, values, bound }: Scope): readonly Word[] | undefined {
  if (!certain.has(name)) return undefined;
  values.wanted.add(name);
  const words = values.assumed.get(name);
  if (words === undefined || words.length === 0) return undefined;
  const one = bound.get(name);
  return one ? [one] : words;
}

/** True where a variable has only these values, wherever the line assigns it. */
export function hasOnly(name: string, values: readonly Word[], scope: Scope): boolean {
  const keys = new Set(values.map(keyOf));
  return valuesOf(name, scope)?.every((value) => keys.has(keyOf(value))) === true;
}
