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

const ESCAPE =
  /^\\(?:([bB])|([1-9]\d*|k<[^>]*>)|c[A-Za-z]|x[\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|[pP]\{[^}]*\}|.)/su;

/** The characters by which the places of a pattern are told apart: ASCII in its order, and of others those the pattern names. */
export function sampleChars(source: string): readonly string[] {
  const named = [...source.matchAll(/\\(?:u\{?|x)([\da-fA-F]{1,6})/g)].map(([, code]) =>
    Number.parseInt(code ?? '', 16),
  );
  const foreign = named.filter((code) => code > 127 && code < 0x110000).map((code) => String.fromCodePoint(code));
  return [...new Set([...COMMON, ...source.replace(/[ -~]/g, ''), ...foreign])];
}

/** Reads the element that begins at `at`, which is no group. `cache` may be kept between patterns. */
export function readAtom(
  source: string,
  at: number,
  flags: string,
  samples: readonly string[],
  cache: Map<string, Charset>,
): PatternAtom {
  const char = source.charAt(at);
  const [escaped, boundary, back] = char === '\\' ? (ESCAPE.exec(source.slice(at, at + 64)) ?? []) : [];
  const wide = char > '\ud7ff' && /[uv]/.test(flags) ? String.fromCodePoint(source.codePointAt(at) ?? 0) : char;
  const text = char === '[' ? source.slice(at, classEnd(source, at, flags)) : (escaped ?? wide);
  const end = at + text.length;
  if (boundary !== undefined || text === '^' || text === '$') {
    return { kind: 'nothing', set: 0n, end };
  }
  if (back !== undefined) {
    return { kind: 'back', set: (1n << BigInt(samples.length)) - 1n, end };
  }
  const key = `${flags} ${samples.length} ${text}`;
  const set = cache.get(key) ?? charsOf(text, flags, samples);
  cache.set(key, set);
  return { kind: 'set', set, end };
}

function classEnd(source: string, at: number, flags: string): number {
  let depth = 0;
  for (let index = at; index < source.length; index += 1) {
    const char = source[index];
    if (char === '\\') {
      index += 1;
    } else if (char === '[' && (depth === 0 || flags.includes('v'))) {
      depth += 1;
    } else if (char === ']') {
      depth -= 1;
      if (depth === 0) {
        return index + 1;
      }
    }
  }
  return source.length;
}

/** A set of which no member is known counts as everything: taken for empty, it would seem to overlap with nothing. */
function charsOf(atom: string, flags: string, samples: readonly string[]): Charset {
  const pattern = new RegExp(`^(?:${atom})$`, flags.replace(/[dgmy]/g, ''));
  const bits = samples.map((char) => (pattern.test(char) ? '1' : '0')).reverse();
  return BigInt(`0b${bits.join('')}`) || (1n << BigInt(samples.length)) - 1n;
}
