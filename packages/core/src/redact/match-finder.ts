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
  let next = 0;
  /** The last matches of rules that reach beyond the place, and some older ones. */
  let open: { readonly rule: SecretRule; readonly end: number }[] = [];
  return {
    find(text, until) {
      const matches: SecretMatch[] = [];
      const end = Math.min(until, text.length - 3);
      for (const { fourth, keywords, candidates } of indexes) {
        for (let at = nextPlace(text, next, end, fourth); at < end; at = nextPlace(text, at + 1, end, fourth)) {
          for (const { rule, rest } of candidates[keywords[keywordAt(text, at)] ?? 0] ?? []) {
            if (!mayGoOn(text, at + LENGTH, rest)) continue;
            if (open.length > 0 && open.some((one) => one.rule === rule && at < one.end)) continue;
            const match = matchAt(text, rule, at);
            if (match === undefined) continue;
            matches.push(match);
            open = [...open.filter((one) => one.end > at), { rule, end: match.end }];
          }
        }
      }
      next = until;
      return matches.sort(inOrder);
    },
    shift(units) {
      next -= units;
      open = open.map(({ rule, end }) => ({ rule, end: end - units }));
    },
  };
}

/** Sorts by start; of matches with one start the longest comes first. */
export function inOrder(one: SecretMatch, other: SecretMatch): number {
  return one.start - other.start || other.end - one.end;
}

/** The first place from `from` to before `until` where a keyword begins, or `until`. A loop of its own is faster. */
function nextPlace(text: string, from: number, until: number, fourth: Int32Array): number {
  let three = keywordAt(text, from) >> 5;
  for (let at = from; at < until; at += 1) {
    const code = text.charCodeAt(at + 3) & 31;
    if (((fourth[three] ?? 0) & (1 << code)) !== 0) return at;
    three = ((three & 0x3ff) << 5) | code;
  }
  return until;
}

function keywordAt(text: string, at: number): number {
  const first = ((text.charCodeAt(at) & 31) << 5) | (text.charCodeAt(at + 1) & 31);
  return (first << 10) | ((text.charCodeAt(at + 2) & 31) << 5) | (text.charCodeAt(at + 3) & 31);
}

function mayGoOn(text: string, from: number, rest: Rest): boolean {
  const end = Math.min(REST, text.length - from);
  for (let at = 0; at < end; at += 1) {
    if (((rest[at] ?? 0) & (1 << (text.charCodeAt(from + at) & 31))) === 0) return false;
  }
  return true;
}

function matchAt(text: string, rule: SecretRule, at: number): SecretMatch | undefined {
  const { name, pattern, unless, isSecret } = rule;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null || isSecret?.(text, at) === false) return undefined;
  const own = found.groups?.['own'];
  let kept = own;
  for (let group = 1; kept === undefined && group < found.length; group += 1) kept = found[group];
  const start = own === undefined ? at + (kept ?? '').length : at - own.length;
  if (unless !== undefined) {
    unless.lastIndex = start;
    if (unless.test(text)) return undefined;
  }
  return { rule: name, start, end: at + found[0].length };
}

/**
 * Finds the places in a text where a rule may match, by the first four characters of its matches, its keywords, and the
 * eight characters behind them.
 *
 * Only the low five bits of a character count, so letter case does not matter. A keyword is thus a number of 20 bits,
 * and its places are candidates: the rule's pattern decides.
 */
export interface KeywordIndex {
  /**
   * By the first three characters of a keyword: a bit for each fourth. Smaller than `keywords`, it is read much faster.
   */
  readonly fourth: Int32Array;
  /** By the keyword: its place in `candidates`, of which the first has none. */
  readonly keywords: Uint16Array;
  readonly candidates: readonly (readonly Candidate[])[];
  readonly literals: readonly string[];
}

interface Candidate {
  readonly rule: SecretRule;
  readonly rest: Rest;
}

/** For each character behind a keyword: a bit for each value of its low bits that it may have. */
type Rest = Int32Array;

const [LENGTH, REST] = [4, 8];
/** The opening of a group, a class, or one character. */
const ELEMENT = /\((?:\?(?:<?[=!]|<\w+>|:))?|\[(?:\\.|[^\]\\])*\]|\\.|[\s\S]/y;
const QUANTIFIER = /(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/y;
const LOOK = /^(?:\(\?<?[=!]|[$^]|\\b)$/;
/** Elements that match characters beyond ASCII, whose low bits can be anything. */
const BEYOND_ASCII = /^(?:\.|\[\^)|\\[sSWD]|[^\n-~]/;

/** Creates the index of rules. Their patterns must be bounded, and every match must have at least four characters. */
export function createKeywordIndex(rules: readonly SecretRule[]): KeywordIndex {
  const { keywords, fourth } = emptyIndex();
  const candidates: (readonly Candidate[])[] = [[]];
  for (const rule of rules) {
    for (const [beginning, rest] of beginningsOf(rule.pattern)) {
      const longer = new Map<number, number>();
      for (const keyword of keywordsOf(beginning)) {
        const known = keywords[keyword] ?? 0;
        const place = longer.get(known) ?? candidates.push([...(candidates[known] ?? []), { rule, rest }]) - 1;
        longer.set(known, place);
        keywords[keyword] = place;
        fourth[keyword >> 5] = (fourth[keyword >> 5] ?? 0) | (1 << (keyword & 31));
      }
    }
  }
  return { fourth, keywords, candidates, literals: literalsOf(rules) };
}

/** The index of rules as JSON, from which {@link readIndex} makes it in a tenth of the time. */
export function writeIndex({ keywords, candidates }: KeywordIndex, rules: readonly SecretRule[]): string {
  const rests = new Map<string, number>();
  const restAt = (rest: Rest): number => {
    const key = rest.join();
    if (!rests.has(key)) rests.set(key, rests.size);
    return rests.get(key) ?? 0;
  };
  const places = candidates.map((all) => ({
    all: all.flatMap(({ rule, rest }) => [rules.indexOf(rule), restAt(rest)]),
    // Each as the distance from the one before.
    distances: [] as number[],
    last: 0,
  }));
  for (const [keyword, place] of keywords.entries()) {
    const one = place === 0 ? undefined : places[place];
    if (one === undefined) continue;
    one.distances.push(keyword - one.last);
    one.last = keyword;
  }
  const written: WrittenIndex = {
    rests: [...rests.keys()].map((key) => key.split(',').map(Number)),
    places: places.map(({ all, distances }) => [all, distances]),
  };
  return JSON.stringify(written);
}

interface WrittenIndex {
  readonly rests: readonly (readonly number[])[];
  /** For each place of `candidates`: the rule and the rest of each, and the keywords. */
  readonly places: readonly (readonly [readonly number[], readonly number[]])[];
}

/** @param rules those from which `writeIndex` wrote the text */
export function readIndex(text: string, rules: readonly SecretRule[]): KeywordIndex {
  const { rests, places }: WrittenIndex = JSON.parse(text);
  const sets = rests.map((rest) => Int32Array.from(rest));
  const { keywords, fourth } = emptyIndex();
  const candidates = places.map(([all, distances], place) => {
    let keyword = 0;
    for (const distance of distances) {
      keyword += distance;
      keywords[keyword] = place;
      fourth[keyword >> 5] = (fourth[keyword >> 5] ?? 0) | (1 << (keyword & 31));
    }
    const found: Candidate[] = [];
    for (let at = 0; at < all.length; at += 2) {
      const [rule, rest] = [rules[all[at] ?? -1], sets[all[at + 1] ?? -1]];
      if (rule === undefined || rest === undefined) throw new RangeError('The index was written of other rules.');
      found.push({ rule, rest });
    }
    return found;
  });
  return { fourth, keywords, candidates, literals: literalsOf(rules) };
}

function emptyIndex(): Pick<KeywordIndex, 'fourth' | 'keywords'> {
  return { keywords: new Uint16Array(2 ** (5 * LENGTH)), fourth: new Int32Array(2 ** 15) };
}

function literalsOf(rules: readonly SecretRule[]): readonly string[] {
  return rules.flatMap(({ literal }) => literal ?? []);
}

/** Sets of low bits, as bits; a beginning is a text of up to four indexes of this list. */
const SETS: number[] = [];
const KNOWN_SETS = new Map<string, string>();

/**
 * By the beginning of a match: the ends of its ways through the part of the pattern so far, as bits, 1 for its own end.
 */
type Ways = ReadonlyMap<string, number>;
const NO_WAY: Ways = new Map();

/**
 * The possible beginnings of a pattern's matches, and of each the characters behind it.
 *
 * Lookarounds are ignored, except a lookahead at the start of the pattern, which alone counts.
 */
function beginningsOf({ source, flags }: RegExp): ReadonlyMap<string, Rest> {
  const rests = new Map<string, Int32Array>();
  let at = 0;
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    at = found === null ? at : pattern.lastIndex;
    return found;
  }
  function step(ways: Ways, element: string): Ways {
    if (ways.size === 0) return ways;
    const next = new Map<string, number>();
    const set = setOf(element, flags);
    for (const [beginning, ends] of ways) {
      const rest = rests.get(beginning);
      const longer = rest === undefined ? beginning + set : beginning;
      const later = rest === undefined ? 1 : (ends << 1) & ((2 << REST) - 1);
      if (later !== 0) next.set(longer, later | (next.get(longer) ?? 0));
      for (let end = 0; rest !== undefined && end < REST; end += 1) {
        if (((ends >> end) & 1) === 1) rest[end] = (rest[end] ?? 0) | (SETS[set.charCodeAt(0)] ?? 0);
      }
      if (longer.length === LENGTH && !rests.has(longer)) rests.set(longer, new Int32Array(REST));
    }
    return next;
  }
  function alternatives(from: Ways): Ways {
    let [ready, current] = [NO_WAY, from];
    for (;;) {
      const element = take(ELEMENT)?.[0] ?? ')';
      if (element === ')' || element === '|') {
        ready = either(ready, current);
        if (element === ')') return ready;
        current = from;
        continue;
      }
      const isFirst = at === element.length;
      const start = at;
      const through = (ways: Ways): Ways => {
        at = start;
        return element.startsWith('(') ? alternatives(ways) : step(ways, element);
      };
      if (isFirst && element === '(?=') {
        ready = through(from);
        at = source.length;
        for (let count = 1; count < LENGTH; count += 1) ready = step(ready, '[^]');
        return ready;
      }
      if (LOOK.test(element)) {
        if (element.startsWith('(')) alternatives(NO_WAY);
        continue;
      }
      const once = through(current);
      current = repeated(current, once, through, take(QUANTIFIER));
    }
  }
  function repeated(none: Ways, once: Ways, through: (ways: Ways) => Ways, quantifier: RegExpExecArray | null): Ways {
    if (quantifier === null) return once;
    const after = at;
    const [, sign, least = sign === '+' ? '1' : '0', comma, most] = quantifier;
    const [min, max] = [Number(least), sign === '?' ? 1 : comma === '' ? Number(least) : Number(most || LENGTH + REST)];
    let [all, last] = [min === 0 ? none : NO_WAY, once];
    for (let count = 1; count <= max && last.size > 0; count += 1) {
      if (count >= min) all = either(all, last);
      if (count < max) last = through(last);
    }
    at = after;
    return all;
  }
  for (const [beginning, ends] of alternatives(new Map([['', 1]]))) {
    const rest = rests.get(beginning);
    if (rest === undefined) throw new RangeError(`A match of /${source}/${flags} may be too short to be found.`);
    rest.fill(-1, Math.log2(ends & -ends));
  }
  return rests;
}

function either(one: Ways, other: Ways): Ways {
  if (one.size === 0) return other;
  const both = new Map(one);
  for (const [beginning, ends] of other) both.set(beginning, ends | (both.get(beginning) ?? 0));
  return both;
}

function keywordsOf(beginning: string): readonly number[] {
  let keywords = [0];
  for (let at = 0; at < LENGTH; at += 1) {
    const set = SETS[beginning.charCodeAt(at)] ?? 0;
    const codes = ALL_CODES.filter((code) => ((set >>> code) & 1) === 1);
    keywords = keywords.flatMap((keyword) => codes.map((code) => (keyword << 5) | code));
  }
  return keywords;
}

const ALL_CODES: readonly number[] = Array.from({ length: 32 }, (_, code) => code);

/** The low bits of the characters that an element matches, as a character that is the index of their set. */
function setOf(element: string, flags: string): string {
  const key = flags + element;
  const known = KNOWN_SETS.get(key);
  if (known !== undefined) return known;
  const one = new RegExp(element, flags.replace('y', ''));
  let bits = BEYOND_ASCII.test(element) ? -1 : 0;
  for (let code = 0; code < 128; code += 1) if (one.test(String.fromCharCode(code))) bits |= 1 << (code & 31);
  const index = SETS.includes(bits) ? SETS.indexOf(bits) : SETS.push(bits) - 1;
  const set = String.fromCharCode(index);
  KNOWN_SETS.set(key, set);
  return set;
}

/** The mark in the place of a secret. */
export const REDACTED = '[REDACTED]';

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
  /** The text that it finds, in lower case, if the rule finds it across line breaks. */
  readonly literal?: string;
  /** Decides about a match by the text from its beginning. */
  readonly isSecret?: (text: string, at: number) => boolean;
}

/**
 * Longest match of any rule, in UTF-16 units. Every repetition in the rules is bounded, so that a stream can be
 * redacted in pieces.
 */
export const MAX_SECRET_LENGTH = 12_288;

/** Most UTF-16 units before its match that a rule reads. */
export const LOOK_BACK = 512;
