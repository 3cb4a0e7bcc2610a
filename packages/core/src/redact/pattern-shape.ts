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
} from './pattern-part.ts';

/** What follows from how a regular expression is written: which characters can stand where, and how often it may try again. */
export interface PatternShape {
  /** Places a match can begin at. */
  readonly first: readonly Place[];
  /** Places a match can end at. */
  readonly last: readonly Place[];
  /**
   * In how many ways, about, a text of `length` units can be divided among the repetitions, from one start.
   * `Infinity`: the number grows exponentially with the text.
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
  length = 1,
): PatternShape {
  // Inside of `(?i:` other flags hold; with these the sets are at least as large.
  const inner = /\(\?[ims-]+:/.test(source) ? `${flags}is` : flags;
  const reader: Reader = {
    source,
    flags: [...new Set(inner.replace(/[dgy]/g, ''))].join(''),
    samples: sampleChars(source),
    cache,
    automaton: { places: [], edges: 0, unbounded: length },
    at: 0,
  };
  const { first, last, ways, side } = alternatives(reader, 0, false);
  const most = reader.automaton.edges > MAX_EDGES ? Number.POSITIVE_INFINITY : Math.max(ways, side);
  return { first, last, ways: most };
}

/** A group from after its `(`, or the whole. What stands in a lookbehind is tried from its end: `behind`. */
function alternatives(reader: Reader, depth: number, behind: boolean): Part {
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
      const next = quantified(reader, term(reader, depth, behind), from);
      current = behind ? sequence(automaton, next, current) : sequence(automaton, current, next);
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

function term(reader: Reader, depth: number, behind: boolean): Part {
  const { source, flags, samples, cache, automaton } = reader;
  if (source[reader.at] !== '(') {
    const { kind, set, end } = readAtom(source, reader.at, flags, samples, cache);
    reader.at = end;
    const ways = automaton.unbounded;
    const back = { nullable: true, ways, runs: [{ set, ways, between: [] }] };
    return kind === 'nothing' ? NOTHING : { ...oneOf(automaton, set), ...(kind === 'back' ? back : {}) };
  }
  if (depth === MAX_DEPTH) {
    reader.at = source.length;
    return { ...NOTHING, side: Number.POSITIVE_INFINITY };
  }
  const [, looks, back] = /^\(\?((<)?[=!])/.exec(source.slice(reader.at, reader.at + 4)) ?? [];
  OPENING.lastIndex = reader.at;
  OPENING.test(source);
  reader.at = OPENING.lastIndex;
  const inner = alternatives(reader, depth + 1, looks === undefined ? behind : back !== undefined);
  return looks === undefined ? inner : { ...NOTHING, side: Math.max(inner.ways, inner.side) };
}

/** Control characters except tab and line end; there are none where secrets are looked for. */
const CONTROLS = 0xffff_f9fen;

/** The characters that can stand before a match, as far as a pattern begins by saying which cannot; NUL can, for the start. */
export function charsBefore(source: string, flags: string, cache: Map<string, Charset>): Charset {
  const atom = /^\(\?<!(\[(?:[^\]\\]|\\.)*\]|\\[dw])\)/.exec(source)?.[1];
  const samples = sampleChars(source);
  const not = atom === undefined ? 0n : readAtom(atom, 0, flags, samples, cache).set;
  return (anyChar(samples) & ~not & ~CONTROLS) | 1n;
}
