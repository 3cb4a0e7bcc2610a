import type { Charset } from './pattern-atom.ts';
import type { Place } from './pattern-part.ts';
import { charsBefore, patternShape } from './pattern-shape.ts';
import type { SecretRule } from './secret-rule.ts';
import { lowBits, rowBit } from './triple.ts';

/** The characters that can stand at one place of a match. */
export interface Spot {
  /** Their low bits, each once. */
  readonly low: readonly number[];
  /** Their rows' bits together. */
  readonly rows: number;
}

/** A way a match of a rule can begin: what can stand before it, then what at its places. */
export interface RulePath {
  readonly rule: number;
  readonly spots: readonly Spot[];
}

/** Units from a match's start that are looked at. */
const REACH = 14;
/** Into so many ways, each with a letter of its own, a match is followed after its fourth place. */
const MAX_BRANCHES = 4;
const ANYTHING: Spot = { low: Array.from({ length: 32 }, (_, code) => code), rows: 15 };

/**
 * The ways the rules' matches can begin.
 *
 * A way ends where a match can end, and after four places where it parts into many or into anything.
 * @throws RangeError when a match can be shorter than three characters
 */
export function rulePaths(rules: readonly SecretRule[]): RulePath[] {
  const atoms = new Map<string, Charset>();
  const spots = new Map<Charset, Spot>();
  function toSpot(set: Charset): Spot {
    const spot = spots.get(set) ?? spotOf(set);
    spots.set(set, spot);
    return spot;
  }
  return rules.flatMap(({ pattern, literal }, rule) => {
    if (literal !== undefined) {
      return [{ rule, spots: [ANYTHING, ...literalSpots(literal)] }];
    }
    const before = toSpot(charsBefore(pattern.source, pattern.flags, atoms));
    return pathsOf(pattern, atoms, toSpot).map((path) => ({ rule, spots: [before, ...path] }));
  });
}

function pathsOf(pattern: RegExp, atoms: Map<string, Charset>, toSpot: (set: Charset) => Spot): readonly Spot[][] {
  const { first, last } = patternShape(pattern.source, pattern.flags, atoms);
  const paths: Spot[][] = [];
  function walk(places: readonly Place[], path: readonly Spot[]): void {
    for (const place of places) {
      const longer = [...path, toSpot(place.set)];
      const next = last.includes(place) ? [] : place.follow;
      const few = next.length <= MAX_BRANCHES && next.every(({ set }) => toSpot(set).low.length === 1);
      if (next.length > 0 && (longer.length < 4 || (longer.length < REACH && (few || next.length === 1)))) {
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

function literalSpots(literal: string): Spot[] {
  const codes = Array.from({ length: Math.min(literal.length, REACH) }, (_, index) => literal.charCodeAt(index));
  return codes.map((code) => ({ low: [lowBits(code)], rows: rowBit(code) }));
}

/** Characters beyond ASCII count as NUL. */
function spotOf(set: Charset): Spot {
  const bits = [...set.toString(2)].reverse();
  const codes = bits.flatMap((bit, code) => (bit === '0' ? [] : [code]));
  return {
    low: [...new Set(codes.map(lowBits))],
    rows: codes.reduce((rows, code) => rows | rowBit(code), 0),
  };
}
