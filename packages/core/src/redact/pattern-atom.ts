/** Characters that can stand at one place of a pattern: a bit for each of those looked at, in their order. */
export type Charset = bigint;

/** One element of a pattern that takes a character, or `nothing` (an anchor), or what a group took before (`back`). */
export interface PatternAtom {
  readonly kind: 'set' | 'nothing' | 'back';
  readonly set: Charset;
  readonly end: number;
}

/** ASCII, and of the rest one of each kind: space, letters with and without case, mark, line end, outside of the first plane. */
const COMMON: readonly string[] = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\u00a0\u00e9\u0301\u0416\u2028\u4e2d\ufeff\u{1f600}',
];

/** A character, or an escape. */
const ELEMENT = /\\(?:k<[^>]*>|[1-9]\d*|c[A-Za-z]|x[\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|[pP]\{[^}]*\}|.)|./suy;

/** The characters by which the places of a pattern are told apart: ASCII in its order, and of others those the pattern names. */
export function sampleChars(source: string): readonly string[] {
  const named = [...source.matchAll(/(?<=\\(?:u\{?|x))[\da-fA-F]{1,6}/g)].map(([code]) => Number.parseInt(code, 16));
  const foreign = named.filter((code) => code > 127 && code < 0x110000).map((code) => String.fromCodePoint(code));
  return [...new Set([...COMMON, ...source.replace(/[ -~]/g, ''), ...foreign])];
}

/** Every character looked at. */
export function anyChar(samples: readonly string[]): Charset {
  return (1n << BigInt(samples.length)) - 1n;
}

/** Reads the element that begins at `at`, which is no group. `cache` may be kept between patterns. */
export function readAtom(
  source: string,
  at: number,
  flags: string,
  samples: readonly string[],
  cache: Map<string, Charset>,
): PatternAtom {
  const end = source[at] === '[' ? classEnd(source, at, flags) : elementEnd(source, at);
  const text = source.slice(at, end);
  if (/^(?:\^|\$|\\[bB])$/.test(text)) {
    return { kind: 'nothing', set: 0n, end };
  }
  if (/^\\(?:[1-9]|k<)/.test(text)) {
    return { kind: 'back', set: anyChar(samples), end };
  }
  const key = `${flags} ${samples.length} ${text}`;
  const set = cache.get(key) ?? charsOf(text, flags, samples);
  cache.set(key, set);
  return { kind: 'set', set, end };
}

function elementEnd(source: string, at: number): number {
  ELEMENT.lastIndex = at;
  ELEMENT.test(source);
  return ELEMENT.lastIndex;
}

function classEnd(source: string, at: number, flags: string): number {
  let index = at;
  let depth = 0;
  do {
    const char = source[index];
    if (char === '[' && (depth === 0 || flags.includes('v'))) {
      depth += 1;
    }
    depth -= char === ']' ? 1 : 0;
    index += char === '\\' ? 2 : 1;
  } while (depth > 0);
  return index;
}

/** A set of which no member is known counts as everything: taken for empty, it would seem to overlap with nothing. */
function charsOf(atom: string, flags: string, samples: readonly string[]): Charset {
  const pattern = new RegExp(`^(?:${atom})$`, flags.replace(/[dgmy]/g, ''));
  const bits = samples.map((char) => (pattern.test(char) ? '1' : '0')).reverse();
  return BigInt(`0b${bits.join('')}`) || anyChar(samples);
}
