import { compileGlob, UNKNOWN } from '@atip/core/internal';
import type { OpenWord, Word } from './types.ts';

/** The text of a word. Undefined: it is only known when the line runs. */
export function knownText(word: Word | undefined): string | undefined {
  return word?.unknown ? undefined : word?.text;
}

/** The texts of words. Undefined: not all are known. */
export function knownTexts(words: readonly Word[]): readonly string[] | undefined {
  const texts = words.map(knownText);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The known beginning of a word: all of it where its text is known. */
export function knownStart(word: Word): string {
  return word.unknown ? word.prefix : word.text;
}

/** Replaces in a word's pattern the directory in which the command runs. */
export const HERE = '\u0002';

/** Replaces in a word's pattern the root of the repository in which the command runs. */
export const TOP = '\u0003';

/** Pieces of a pattern that stand for another text. */
export const SIGNS: readonly string[] = ['*', '?', '[', ']', '~', UNKNOWN, HERE, TOP];

/** A known text as a pattern: its signs of globs count as any character. */
export function literal(text: string): string {
  return text.replace(/[*[]/g, '?').replaceAll(UNKNOWN, '?').replaceAll(HERE, '?').replaceAll(TOP, '?');
}

/** The texts that a word may have, with its unknown pieces; see `patterns` of a word. */
export function patternsOf(word: Word): readonly string[] {
  if (!word.unknown) return [literal(word.text)];
  return word.patterns ?? word.among?.map(literal) ?? [`${literal(word.prefix)}${UNKNOWN}`];
}

/** The patterns of the words that bash makes of an unquoted value: it splits them at blanks, and their signs are globs. */
export function splitPatternsOf(value: Word): readonly string[] {
  if (value.unknown) return patternsOf(value);
  return value.text.split(/\s+/).map((word) =>
    word
      .replace(/\[[^\][\\]+\]/g, '?')
      .replace(/[@+!?*]\([^()]*\)/g, '*')
      .replace(/(?:[\\[]|\*\*|[@+!?*]\().*$/s, UNKNOWN),
  );
}

/** True for a number and text behind it, which is no option: `7i text`, `-7,9p`, or `i text` where the number is missing. */
export function isNumbered({ signs, many, patterns = [] }: OpenWord): boolean {
  if (many || patterns.length === 0) return false;
  const begins = signs === 'digits' ? `${UNKNOWN}[^-${UNKNOWN}]` : `${UNKNOWN}[,;. ]`;
  return (
    (signs === 'digits' || signs === 'signed') &&
    patterns.every((pattern) => new RegExp(`^${begins}`, 's').test(pattern))
  );
}

/** The text before the first sign that stands for another. */
export function textBefore(pattern: string, signs: readonly string[] = SIGNS): string {
  const found = signs.map((sign) => pattern.indexOf(sign)).filter((at) => at >= 0);
  return pattern.slice(0, Math.min(pattern.length, ...found));
}

/** The common beginning of several texts. */
export function startOf([first = '', ...others]: readonly string[]): string {
  let start = first;
  for (const other of others) while (!other.startsWith(start)) start = start.slice(0, -1);
  return start;
}

/** False if no match of a glob can be this text: `*.ts` never becomes `-delete`. */
export function mayMatch({ text, reason, many, prefix }: OpenWord, name: string): boolean {
  // Quotes, escapes, classes and braces are not read here.
  if (reason !== 'glob' || !many || !/^[\w\-.,/+:@%=*?]+$/.test(text)) return name.startsWith(prefix) || prefix === '';
  return compileGlob(text)?.(name) ?? true;
}

/** The last step of a path. */
export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path without its last step. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
