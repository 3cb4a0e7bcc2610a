import type { SecretRule } from './secret-rule.ts';

/**
 * Tells where in a text a rule may match, by the first four characters of its matches: its keywords.
 *
 * Of a character count the low five bits, in which a letter's case does not show. So a keyword is a number of 20 bits, and what
 * is found by it is a candidate: the rule's pattern decides.
 */
export interface KeywordIndex {
  readonly rules: readonly SecretRule[];
  /** For three characters, as a number of 15 bits: 1 where they begin a keyword, 2 where they end one, 3 for both. */
  readonly marks: Uint8Array;
  /** 1 for each keyword: most places that `marks` lets through are none, and a map would be asked half a million times. */
  readonly keywords: Uint8Array;
  /** The numbers of the rules with a keyword. */
  readonly rulesOf: ReadonlyMap<number, readonly number[]>;
}

/** A way in which a match can begin: up to four elements of a pattern that take one character each. */
type Beginning = readonly string[];

const LENGTH = 4;
const ANYTHING: Beginning = ['[^]', '[^]', '[^]', '[^]'];
const NOTHING: readonly Beginning[] = [[]];
const ALL_CODES: readonly number[] = Array.from({ length: 32 }, (_, code) => code);
/** What opens a group, a class, or one character. */
const ELEMENT = /\((?:\?(?:<?[=!]|<\w+>|:))?|\[(?:\\.|[^\]\\])*\]|\\.|[\s\S]/y;
const QUANTIFIER = /(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/y;
/** Elements that take characters beyond ASCII, whose low bits can be anything. */
const BEYOND_ASCII = /^(?:\.|\[\^)|\\[sSWD]|[^\n-~]/;

/** Creates the index of some rules. Their patterns are bounded, and every match has four characters or more. */
export function createKeywordIndex(rules: readonly SecretRule[]): KeywordIndex {
  const marks = new Uint8Array(2 ** 15);
  const known = new Uint8Array(2 ** 20);
  const rulesOf = new Map<number, number[]>();
  const codes = new Map<string, readonly number[]>();
  for (const [number, { pattern }] of rules.entries()) {
    const keywords = beginningsOf(pattern.source).flatMap((beginning) => keywordsOf(beginning, pattern, codes));
    for (const keyword of new Set(keywords)) {
      known[keyword] = 1;
      rulesOf.set(keyword, [...(rulesOf.get(keyword) ?? []), number]);
      for (const [three, mark] of [[keyword >> 5, 1] as const, [keyword & 0x7fff, 2] as const]) {
        marks[three] = (marks[three] ?? 0) | mark;
      }
    }
  }
  return { rules, marks, keywords: known, rulesOf };
}

/**
 * The ways in which matches of a pattern begin, each cut to four elements.
 *
 * Looks to the side say nothing, but for a lookahead that begins the pattern: it says all.
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

/** The low bits of the characters that an element takes. */
function codesOf(element: string, flags: string): readonly number[] {
  if (BEYOND_ASCII.test(element)) return ALL_CODES;
  const one = new RegExp(element, flags.replace('y', ''));
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  return [...new Set(characters.filter((char) => one.test(char)).map((char) => char.charCodeAt(0) & 31))];
}
