import type { Charset } from './pattern-atom.ts';
import { charsBefore, patternShape } from './pattern-shape.ts';
import type { SecretRule } from './secret-rule.ts';

/**
 * What one pass over a text needs to find the places where a rule may match.
 *
 * Every rule has spans of four characters that stand in each of its matches at a known distance from its start. Looking at
 * three characters at every second place finds each span by its first three or its last.
 */
export interface SecretScanner {
  readonly rules: readonly SecretRule[];
  /** A bit for each {@link triple} that begins a span; of a number, those that differ in the third character. */
  readonly firsts: Int32Array;
  /** A bit for each that ends a span. */
  readonly lasts: Int32Array;
  /** By the first three of a span: the rules, and how far before the span their match begins. */
  readonly entries: readonly (readonly ScanEntry[] | undefined)[];
}

export interface ScanEntry {
  readonly rule: number;
  /** From the start of the match to the span; -1 when the span begins with what stands before the match. */
  readonly offset: number;
  /** A bit for each of the low bits that the fourth character of the span can have. */
  fourth: number;
  /** For each character of the span, from the lowest bits, four bits: {@link rowBit} of those it can be. */
  rows: number;
}

/** What of a character counts: its low five bits, in which a letter's case does not show; nothing beyond ASCII. */
export function lowBits(code: number): number {
  return code < 128 ? code & 31 : 0;
}

/** A bit for what {@link lowBits} leaves out: whether a character is a control, a sign or digit, an upper or a lower case one. */
export function rowBit(code: number): number {
  return code < 128 ? 1 << (code >> 5) : 1;
}

/** Three characters as one number below 2 ** 15, by the low bits of each. */
export function triple(first: number, second: number, third: number): number {
  return (first << 10) | (second << 5) | third;
}

/** The characters that can stand at one place. */
interface Place {
  /** Their low bits, each once. */
  readonly low: readonly number[];
  /** Their rows' bits together. */
  readonly rows: number;
}

/** Units from a match's start that are looked at for its best span. */
const REACH = 14;
/** Into so many ways, each with a letter of its own, a match is followed after its third place. */
const MAX_BRANCHES = 4;
const ANYTHING: Place = { low: Array.from({ length: 32 }, (_, code) => code), rows: 15 };
/** How often characters with these low bits (from 0: space, a, b, …) stand in ordinary output, in steps of five thousandths. */
const FREQUENCY: readonly number[] = [...'t7a55d34385288be84cab53333361201'].map(
  (digit) => Number.parseInt(digit, 36) * 5,
);
/** Three characters that are more frequent than each of them suggests, one after the other; how often, in thousandths. */
const FREQUENT_TRIPLES =
  'ionootroocomtiotheodeingverconandonsnodrprlibt rnpmentageectesoprotermmmersttpntsrmmhttmrmforpenlicileopeintlesoliessresoreocofilestosermxnteatestaxrmallstrncoatictisiomodithacknstommosrtritpslognsepaculeortn rtedserainporiceerbenabosodutescheensprvcordulamepruernmenkagckawmroutomoencoopplenaireamplparthoblbndeoolonetyprsiomprboexaeckapichk';
const FREQUENT = 1.2;
/** What looking at a place once more costs, where it is looked at for another rule already. */
const REUSED = 0.4;

/** Creates the scanner of some rules; for a hundred rules this takes milliseconds. */
export function createSecretScanner(rules: readonly SecretRule[]): SecretScanner {
  const firsts = new Int32Array(2 ** 10);
  const lasts = new Int32Array(2 ** 10);
  // Of its full length from the start: an array with wide gaps is slow to read.
  const entries = new Array<readonly ScanEntry[] | undefined>(2 ** 15);
  const often = frequencies();

  /** How much more of an ordinary text would have to be looked at. */
  function cost(span: readonly Place[]): number {
    let sum = 0;
    forTriples(span, (index) => {
      sum += (often[index] ?? 0) * ((bitAt(firsts, index) | bitAt(lasts, index)) === 0 ? 1 : REUSED);
    });
    return sum;
  }

  function addWindow({ path, rule }: Path): void {
    const costs = path.slice(3).map((_, offset) => cost(path.slice(offset, offset + 4)));
    const best = costs.indexOf(Math.min(...costs));
    const span = path.slice(best, best + 4);
    const fourth = (span[3]?.low ?? []).reduce((bits, code) => bits | (1 << code), 0);
    const rows = span.reduceRight((bits, place) => (bits << 4) | place.rows, 0);
    forTriples(span.slice(1), (index) => {
      setBit(lasts, index);
    });
    forTriples(span.slice(0, 3), (index) => {
      setBit(firsts, index);
      const list = entries[index] ?? [];
      const known = list.find((entry) => entry.rule === rule && entry.offset === best - 1);
      const entry = known ?? { rule, offset: best - 1, fourth: 0, rows: 0 };
      entry.fourth |= fourth;
      entry.rows |= rows;
      entries[index] = known === undefined ? [...list, entry] : list;
    });
  }

  // Those with the least choice first: what they need is free for the others.
  for (const path of allPaths(rules).sort((one, other) => one.path.length - other.path.length)) {
    addWindow(path);
  }
  return { rules, firsts, lasts, entries };
}

function setBit(bits: Int32Array, index: number): void {
  bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << index);
}

/** 1 for a triple that is among those of a scanner, else 0. */
export function bitAt(bits: Int32Array, index: number): number {
  return ((bits[index >> 5] ?? 0) >>> index) & 1;
}

function frequencies(): Float64Array {
  const result = new Float64Array(2 ** 15);
  forTriples([ANYTHING, ANYTHING, ANYTHING], (index) => {
    const [first = 0, second = 0, third = 0] = [index >> 10, (index >> 5) & 31, index & 31].map(
      (low) => FREQUENCY[low],
    );
    result[index] = (first * second * third) / 1e6;
  });
  for (let at = 0; at < FREQUENT_TRIPLES.length; at += 3) {
    const [first = 0, second = 0, third = 0] = [0, 1, 2].map((place) => FREQUENT_TRIPLES.charCodeAt(at + place) & 31);
    result[triple(first, second, third)] = FREQUENT;
  }
  return result;
}

function forTriples(places: readonly Place[], use: (index: number) => void): void {
  for (let at = 0; at + 3 <= places.length; at += 1) {
    for (const first of places[at]?.low ?? []) {
      for (const second of places[at + 1]?.low ?? []) {
        for (const third of places[at + 2]?.low ?? []) {
          use(triple(first, second, third));
        }
      }
    }
  }
}

interface Path {
  readonly rule: number;
  /** What can stand before a match, then what at its places. */
  readonly path: readonly Place[];
}

function allPaths(rules: readonly SecretRule[]): Path[] {
  const atoms = new Map<string, Charset>();
  const places = new Map<Charset, Place>();
  function toPlace(set: Charset): Place {
    const found = places.get(set) ?? placeOf(set);
    places.set(set, found);
    return found;
  }
  return rules.flatMap(({ pattern, literal }, rule) => {
    if (literal !== undefined) {
      return [{ rule, path: [ANYTHING, ...literalPath(literal)] }];
    }
    const before = toPlace(charsBefore(pattern.source, pattern.flags, atoms));
    return pathsOf(pattern, atoms, toPlace).map((path) => ({ rule, path: [before, ...path] }));
  });
}

function literalPath(literal: string): Place[] {
  return Array.from({ length: Math.min(literal.length, REACH) }, (_, index) => {
    const code = literal.charCodeAt(index);
    return { low: [lowBits(code)], rows: rowBit(code) };
  });
}

/** Characters beyond ASCII count as NUL. */
function placeOf(set: Charset): Place {
  const bits = [...set.toString(2)].reverse();
  const codes = bits.flatMap((bit, code) => (bit === '0' ? [] : [code]));
  return {
    low: [...new Set(codes.map(lowBits))],
    rows: codes.reduce((rows, code) => rows | rowBit(code), 0),
  };
}

/**
 * The ways a match can begin, each as the characters that can stand at its places.
 *
 * A way ends where a match can end, and after three places where it parts into many or into anything.
 * @throws RangeError when a match can be shorter than three characters
 */
function pathsOf(
  pattern: RegExp,
  atoms: Map<string, Charset>,
  toPlace: (set: Charset) => Place,
): readonly (readonly Place[])[] {
  const { sets, follow, first, last } = patternShape(pattern.source, pattern.flags, atoms);
  const paths: Place[][] = [];
  function walk(places: readonly number[], path: readonly Place[]): void {
    for (const place of places) {
      const longer = [...path, toPlace(sets[place] ?? 0n)];
      const next = last.includes(place) ? [] : (follow[place] ?? []);
      const few =
        next.length === 1 ||
        (next.length <= MAX_BRANCHES && next.every((after) => toPlace(sets[after] ?? 0n).low.length <= 1));
      if (next.length > 0 && (longer.length < 4 || (few && longer.length < REACH))) {
        walk(next, longer);
      } else if (longer.length < 3) {
        throw new RangeError(`A match of ${pattern} may be too short to be looked for.`);
      } else {
        paths.push(longer);
      }
    }
  }
  walk(first, []);
  return paths;
}
