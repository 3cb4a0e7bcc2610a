import type { SecretMatch } from '../types/redaction.ts';

/** Finds the matches of rules in a text that is searched in steps, and may lose its beginning between them. */
export interface MatchFinder {
  /**
   * The matches of the next step, in the order of the text. Matches of different rules may overlap.
   *
   * Steps find the same matches as one search. A match that a step leaves to the next begins at most {@link
   * STEP_MARGIN} before `until`. The text must already contain the ends of the matches that begin in the step.
   */
  find(text: string, until: number): SecretMatch[];
  /** Reports that the text lost this many UTF-16 units at its beginning. */
  shift(units: number): void;
}

/** Most UTF-16 units between a match's beginning and its keyword. */
export const STEP_MARGIN = 128;

export function createMatchFinder(indexes: readonly KeywordIndex[]): MatchFinder {
  const searches = indexes.map((index) => ({ index, ends: index.rules.map(() => 0) }));
  let next = 0;
  return {
    find(text, until) {
      const matches: SecretMatch[] = [];
      for (const { index, ends } of searches) {
        eachCandidate(text, next, until, index, (rule, at) => {
          if (at < (ends[rule] ?? 0)) return;
          const match = matchAt(text, index.rules[rule], at);
          if (match === undefined) return;
          matches.push(match);
          ends[rule] = match.end;
        });
      }
      next = until;
      return matches.sort(inOrder);
    },
    shift(units) {
      next -= units;
      for (const { ends } of searches) {
        for (let rule = 0; rule < ends.length; rule += 1) ends[rule] = (ends[rule] ?? 0) - units;
      }
    },
  };
}

/** Sorts by start; of matches with one start the longest comes first. */
export function inOrder(one: SecretMatch, other: SecretMatch): number {
  return one.start - other.start || other.end - one.end;
}

/** Calls `visit` for each rule and each place of one of its keywords, from `from` to before `until`. */
function eachCandidate(
  text: string,
  from: number,
  until: number,
  { keywords, rulesOf }: KeywordIndex,
  visit: (rule: number, at: number) => void,
): void {
  let keyword = 0;
  for (let at = from; at < from + 3; at += 1) keyword = (keyword << 5) | (text.charCodeAt(at) & 31);
  const end = Math.min(until, text.length - 3);
  for (let at = from; at < end; at += 1) {
    keyword = ((keyword & 0x7fff) << 5) | (text.charCodeAt(at + 3) & 31);
    if (keywords[keyword] === 0) continue;
    for (const rule of rulesOf.get(keyword) ?? []) visit(rule, at);
  }
}

function matchAt(text: string, rule: SecretRule | undefined, at: number): SecretMatch | undefined {
  if (rule === undefined) return undefined;
  const { name, pattern, unless, isSecret } = rule;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  if (isSecret?.(text, at) === false) return undefined;
  const own = found.groups?.['own'];
  const kept = found.slice(1).find((group) => group !== undefined) ?? '';
  const start = own === undefined ? at + kept.length : at - own.length;
  if (unless !== undefined) {
    unless.lastIndex = start;
    if (unless.test(text)) return undefined;
  }
  return { rule: name, start, end: at + found[0].length };
}

/**
 * Finds the places in a text where a rule may match, by the first four characters of its matches: its keywords.
 *
 * Only the low five bits of a character count, so letter case does not matter. A keyword is thus a number of 20 bits,
 * and its places are candidates: the rule's pattern decides.
 */
export interface KeywordIndex {
  readonly rules: readonly SecretRule[];
  /** 1 for each keyword. */
  readonly keywords: Uint8Array;
  readonly rulesOf: ReadonlyMap<number, readonly number[]>;
  readonly literals: readonly string[];
}

/** One beginning of a match: up to four elements of a pattern that match one character each. */
type Beginning = readonly string[];

const LENGTH = 4;
const ANYTHING: Beginning = ['[^]', '[^]', '[^]', '[^]'];
const NOTHING: readonly Beginning[] = [[]];
const ALL_CODES: readonly number[] = Array.from({ length: 32 }, (_, code) => code);
/** The opening of a group, a class, or one character. */
const ELEMENT = /\((?:\?(?:<?[=!]|<\w+>|:))?|\[(?:\\.|[^\]\\])*\]|\\.|[\s\S]/y;
const QUANTIFIER = /(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/y;
/** Elements that match characters beyond ASCII, whose low bits can be anything. */
const BEYOND_ASCII = /^(?:\.|\[\^)|\\[sSWD]|[^\n-~]/;

/** Creates the index of rules. Their patterns must be bounded, and every match must have at least four characters. */
export function createKeywordIndex(rules: readonly SecretRule[]): KeywordIndex {
  const keywords = new Uint8Array(2 ** (5 * LENGTH));
  const rulesOf = new Map<number, number[]>();
  const codes = new Map<string, readonly number[]>();
  for (const [number, { pattern }] of rules.entries()) {
    const own = beginningsOf(pattern.source).flatMap((beginning) => keywordsOf(beginning, pattern, codes));
    for (const keyword of new Set(own)) {
      keywords[keyword] = 1;
      rulesOf.set(keyword, [...(rulesOf.get(keyword) ?? []), number]);
    }
  }
  return { rules, keywords, rulesOf, literals: rules.flatMap(({ literal }) => literal ?? []) };
}

/**
 * The possible beginnings of a pattern's matches, each cut to four elements.
 *
 * Lookarounds are ignored, except a lookahead at the start of the pattern, which alone counts.
 */
function beginningsOf(source: string): readonly Beginning[] {
  let at = 0;
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    at = found === null ? at : pattern.lastIndex;
    return found;
  }
  function alternatives(): readonly Beginning[] {
    const ready: Beginning[] = [];
    let current = NOTHING;
    for (;;) {
      const element = take(ELEMENT)?.[0] ?? ')';
      if (element === ')') return [...ready, ...current];
      if (element === '|') {
        ready.push(...current);
        current = NOTHING;
        continue;
      }
      const group = element.startsWith('(') ? alternatives() : undefined;
      if (element === '(?=' && current === NOTHING) {
        at = source.length;
        return join(group ?? NOTHING, [ANYTHING]);
      }
      const looks = /^(?:\(\?<?[=!]|[$^]|\\b)$/.test(element);
      const part = looks ? NOTHING : (group ?? [[element]]);
      current = join(current, repeated(part, take(QUANTIFIER)));
    }
  }
  return alternatives();
}

function join(first: readonly Beginning[], next: readonly Beginning[]): readonly Beginning[] {
  if (next === NOTHING) return first;
  return first.flatMap((one) => (one.length === LENGTH ? [one] : next.map((two) => [...one, ...two].slice(0, LENGTH))));
}

function repeated(part: readonly Beginning[], quantifier: RegExpExecArray | null): readonly Beginning[] {
  if (quantifier === null || part === NOTHING) return part;
  const [, sign, least = sign === '+' ? '1' : '0', comma, most] = quantifier;
  const [min, max] = [Number(least), sign === '?' ? 1 : comma === '' ? Number(least) : Number(most || LENGTH)];
  const ways: Beginning[] = [];
  let times = NOTHING;
  for (let count = 0; count <= Math.min(max, LENGTH); count += 1) {
    if (count >= Math.min(min, LENGTH)) ways.push(...times);
    times = join(times, part);
  }
  return ways;
}

function keywordsOf(beginning: Beginning, pattern: RegExp, codes: Map<string, readonly number[]>): readonly number[] {
  if (beginning.length < LENGTH) throw new RangeError(`A match of ${pattern} may be too short to be found.`);
  return beginning.reduce<readonly number[]>(
    (keywords, element) => {
      const key = pattern.flags + element;
      const low = codes.get(key) ?? codesOf(element, pattern.flags);
      codes.set(key, low);
      return keywords.flatMap((keyword) => low.map((code) => (keyword << 5) | code));
    },
    [0],
  );
}

/** The low bits of the characters that an element matches. */
function codesOf(element: string, flags: string): readonly number[] {
  if (BEYOND_ASCII.test(element)) return ALL_CODES;
  const one = new RegExp(element, flags.replace('y', ''));
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  return [...new Set(characters.filter((char) => one.test(char)).map((char) => char.charCodeAt(0) & 31))];
}

/** One kind of secret that can be recognised by its form. */
export interface SecretRule {
  readonly name: string;
  /**
   * Sticky. The first participating group is text before the secret and stays; without one the whole match is the
   * secret. A group `own` in a lookbehind is the part of the secret before the match. Every match has at least four
   * characters.
   */
  readonly pattern: RegExp;
  /** Sticky, tried at the start of the secret: matches a value that is no secret. Sees at most 512 UTF-16 units. */
  readonly unless?: RegExp;
  /** The text that it finds, in lower case, if it goes on over line breaks. */
  readonly literal?: string;
  /** Decides about a match by the text from its beginning. */
  readonly isSecret?: (text: string, at: number) => boolean;
}

/** Longest match of any rule, in UTF-16 units. Every repetition in the rules is bounded, so that a stream can be redacted in pieces. */
export const MAX_SECRET_LENGTH = 12_288;

/** Most UTF-16 units before its match that a rule reads. */
export const LOOK_BACK = 512;
