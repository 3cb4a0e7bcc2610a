import { UNKNOWN } from '@atip/core/internal';
import { MAX_NAMES, type Meaning } from '../line/listings.ts';
import { HERE, knownStart, literal, startOf } from '../line/patterns.ts';
import type { UnknownReason, OpenWord, Word } from '../line/types.ts';

/** How bash treats a text: a word of a command is split, expanded to file names and braces; a value is not. */
export type WordRole = 'argument' | 'value';

/** A text under construction: known up to the first piece that is not. */
export interface Draft {
  /** All its possible texts so far. */
  texts: readonly string[];
  /** The same, with the unknown pieces. */
  patterns: readonly string[];
  /** See `spelled` of a word. Absent: another piece is unknown. */
  spelled?: string | undefined;
  reason?: UnknownReason;
  many: boolean;
  /** True: it begins with the home directory, written `~`. */
  tilde?: boolean;
  number?: OpenWord['number'];
  ends?: OpenWord['ends'];
  made?: OpenWord['made'];
  /** The mildest description of all its unknown pieces. Absent: one may be anything. */
  plain?: OpenWord['plain'];
  signs?: OpenWord['signs'];
  /** True: one of its unknown pieces may have any sign. */
  isOpen?: boolean;
  /** True: names that a list has are in it. */
  isListed?: true;
}

/** Most distinct texts of one word. */
export const MANY_TEXTS = 64;

/** An unquoted text: `raw` as written, `value` without its escapes. */
export function addLiteral(draft: Draft, raw: string, value: string, place: WordRole): void {
  const tilde = /[=:]~/.exec(raw);
  const glob = place === 'argument' ? /[*?]|\[.*\]/s.exec(raw.replace(/\\./gs, '__')) : null;
  if (tilde === null && glob === null) {
    addText(draft, value);
    return;
  }
  const at = Math.min(tilde ? tilde.index + 1 : raw.length, glob ? glob.index : raw.length);
  const before = raw.slice(0, at);
  addText(draft, before.includes('\\') ? '' : before, []);
  addUnknown(draft, glob ? 'glob' : 'tilde', glob !== null, [
    glob ? raw.replace(/\\(.)/gs, escaped).replaceAll('**', UNKNOWN) : literal(value),
  ]);
}

function escaped(_whole: string, sign: string): string {
  return literal(sign);
}

export function addText(draft: Draft, text: string, patterns: readonly string[] = [literal(text)]): void {
  if (draft.reason === undefined) draft.texts = draft.texts.map((one) => one + text);
  if (patterns.length > 0) addSpelled(draft, text.includes(HERE) ? undefined : text);
  if (patterns.length > 0) addPatterns(draft, patterns);
}

/** @param text undefined: it is unknown */
export function addSpelled(draft: Draft, text: string | undefined): void {
  draft.spelled = draft.spelled === undefined || text === undefined ? undefined : draft.spelled + text;
}

export function addUnknown(
  draft: Draft,
  reason: UnknownReason,
  many: boolean,
  patterns: readonly string[] = [UNKNOWN],
  meaning?: Meaning,
): void {
  addPatterns(draft, patterns);
  draft.spelled = undefined;
  const plain = meaning?.plain ?? (meaning?.number === 'digits' ? 'hex' : undefined);
  const signs = signsOf(meaning);
  const isFirst = draft.reason === undefined && !draft.isOpen;
  draft.signs = isFirst ? signs : widerSigns(draft.signs, signs);
  draft.isOpen ||= signs === undefined;
  draft.plain = draft.reason === undefined || plain === undefined || draft.plain === 'hex' ? plain : draft.plain;
  // Split text beside a glob becomes words that the glob does not limit.
  if (draft.reason === undefined || (draft.reason === 'glob' && many)) draft.reason = reason;
  draft.many ||= many;
}

/** The signs of a piece, or of all pieces of a value. */
export function signsOf(meaning: Meaning | undefined): OpenWord['signs'] {
  return meaning?.number ?? meaning?.signs;
}

/** All signs of two pieces. Undefined: any. */
export function widerSigns(one: OpenWord['signs'], other: OpenWord['signs']): OpenWord['signs'] {
  if (one === undefined || other === undefined) return undefined;
  return (['stamp', 'signed', 'digits'] as const).find((signs) => signs === one || signs === other);
}

export function addPatterns(draft: Draft, patterns: readonly string[]): void {
  const isMany = draft.patterns.length * patterns.length > MANY_TEXTS;
  draft.isOpen ||= isMany;
  draft.patterns = isMany
    ? [`${startOf(draft.patterns)}${UNKNOWN}`]
    : draft.patterns.flatMap((start) => patterns.map((one) => start + one));
}

/** Adds one of several names, or all of them. */
export function addListed(draft: Draft, names: readonly string[], isMany: boolean): boolean {
  if (draft.reason !== undefined || draft.texts.length * names.length > MAX_NAMES) return false;
  draft.texts = draft.texts.flatMap((text) => names.map((name) => text + name));
  draft.isListed = true;
  draft.spelled = undefined;
  draft.many ||= isMany;
  addPatterns(draft, names.map(literal));
  return true;
}

/** Adds values with known beginnings. */
export function addBeginnings(
  draft: Draft,
  values: readonly Word[],
  isSplit: boolean,
  patterns: readonly string[],
  meaning: Meaning | undefined,
): boolean {
  const [value, ...others] = values;
  const isFirst = draft.reason === undefined && draft.texts.join('') === '';
  if (value?.unknown && value.reason === 'tilde' && isFirst && others.length === 0) {
    draft.texts = [value.prefix];
    draft.tilde = true;
    addPatterns(draft, patterns);
    return true;
  }
  if (values.some((one) => one.unknown && (one.tilde || one.reason === 'tilde'))) return false;
  const starts = values.map(knownStart);
  const start = startOf(isSplit ? starts.map((one) => one.slice(0, one.search(/[\s*?[\\@+!]|$/))) : starts);
  addText(draft, start, []);
  addUnknown(draft, 'variable', isSplit, patterns, meaning);
  return true;
}
