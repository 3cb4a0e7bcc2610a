import { anyChar, type Charset, readAtom, sampleChars } from './pattern-atom.ts';
import {
  type Automaton,
  either,
  MAX_EDGES,
  NOTHING,
  oneOf,
  type Part,
  type Place,
  repeat,
  sequence,
  UNBOUNDED,
} from './pattern-part.ts';

/** What follows from how a regular expression is written: which characters can stand where, and how often it may try again. */
export interface PatternShape {
  /** Places a match can begin at. */
  readonly first: readonly Place[];
  /** Places a match can end at. */
  readonly last: readonly Place[];
  /**
   * In how many ways, about, a text can be divided among the repetitions from one start; an unbounded one counts
   * {@link UNBOUNDED}. `Infinity`: the number grows exponentially with the text.
   */
  readonly ways: number;
}

const MAX_DEPTH = 100;
/** A group's `(` with what says of which kind it is. */
const OPENING = /\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y;

interface Reader {
  readonly source: string;
  readonly flags: string;
  readonly samples: readonly string[];
  readonly cache: Map<string, Charset>;
  readonly automaton: Automaton;
  at: number;
}

/**
 * Reads the source of a valid regular expression.
 *
 * Places and transitions are those of Glushkov's automaton, with a transition that two ways lead over listed twice.
 * Patterns that are too large or too deep to analyse have `Infinity` ways. `cache` may be kept between patterns.
 */
export function patternShape(
  source: string,
  flags: string,
  cache: Map<string, Charset> = new Map<string, Charset>(),
): PatternShape {
  // Inside of `(?i:` other flags hold; with these the sets are at least as large.
  const inner = /\(\?[ims-]+:/.test(source) ? `${flags}is` : flags;
  const reader: Reader = {
    source,
    flags: [...new Set(inner.replace(/[dgy]/g, ''))].join(''),
    samples: sampleChars(source),
    cache,
    automaton: { places: [], edges: 0 },
    at: 0,
  };
  const { first, last, ways } = alternatives(reader, 0);
  return { first, last, ways: reader.automaton.edges > MAX_EDGES ? Number.POSITIVE_INFINITY : ways };
}

/** A group from after its `(`, or the whole. */
function alternatives(reader: Reader, depth: number): Part {
  const { source, automaton } = reader;
  const parts: Part[] = [];
  let current = NOTHING;
  while (reader.at < source.length && source[reader.at] !== ')') {
    if (source[reader.at] === '|') {
      reader.at += 1;
      parts.push(current);
      current = NOTHING;
    } else {
      const from = automaton.places.length;
      current = sequence(automaton, current, quantified(reader, term(reader, depth), from));
    }
  }
  reader.at += 1;
  return [...parts, current].reduce(either);
}

function quantified(reader: Reader, part: Part, from: number): Part {
  const { source, at, automaton } = reader;
  const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at, at + 50));
  if (quantifier === null) {
    return part;
  }
  const [text, symbol, least = '', comma, most] = quantifier;
  reader.at += text.length;
  if (symbol !== undefined) {
    const max = symbol === '?' ? 1 : Number.POSITIVE_INFINITY;
    return repeat(automaton, part, from, symbol === '+' ? 1 : 0, max);
  }
  const min = Number(least);
  const max = most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return repeat(automaton, part, from, min, comma === '' ? min : max);
}

function term(reader: Reader, depth: number): Part {
  const { source, flags, samples, cache, automaton } = reader;
  if (source[reader.at] !== '(') {
    const { kind, set, end } = readAtom(source, reader.at, flags, samples, cache);
    reader.at = end;
    const back = { nullable: true, ways: UNBOUNDED, runs: [{ set, ways: UNBOUNDED, between: [] }] };
    return kind === 'nothing' ? NOTHING : { ...oneOf(automaton, set), ...(kind === 'back' ? back : {}) };
  }
  if (depth === MAX_DEPTH) {
    reader.at = source.length;
    return { ...NOTHING, ways: Number.POSITIVE_INFINITY };
  }
  const looks = /^\(\?<?[=!]/.test(source.slice(reader.at, reader.at + 4));
  OPENING.lastIndex = reader.at;
  OPENING.test(source);
  reader.at = OPENING.lastIndex;
  const inner = alternatives(reader, depth + 1);
  return looks ? { ...NOTHING, ways: inner.ways, side: inner.ways } : inner;
}

/** The characters that can stand before a match, as far as a pattern begins by saying which cannot; NUL can, for the start. */
export function charsBefore(source: string, flags: string, cache: Map<string, Charset>): Charset {
  const atom = /^\(\?<!(\[(?:[^\]\\]|\\.)*\]|\\[dw])\)/.exec(source)?.[1];
  const samples = sampleChars(source);
  const anything = anyChar(samples);
  return atom === undefined ? anything : (anything & ~readAtom(atom, 0, flags, samples, cache).set) | 1n;
}
