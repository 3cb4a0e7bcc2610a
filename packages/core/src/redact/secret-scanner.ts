import { intAt, itemAt } from './item-at.ts';
import { type RulePath, rulePaths, type Spot } from './rule-paths.ts';
import type { SecretRule } from './secret-rule.ts';
import { triple, tripleFrequency } from './triple.ts';

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
  /** By the first three of a span: what to try there. */
  readonly entries: readonly (readonly ScanEntry[])[];
}

export interface ScanEntry {
  /** Which of the scanner's rules. */
  readonly rule: number;
  /** From the start of the match to the span; -1 when the span begins with what stands before the match. */
  readonly offset: number;
  /** A bit for each of the low bits that the fourth character of the span can have. */
  fourth: number;
  /** For each character of the span, from the lowest bits, four bits: `rowBit` of those it can be. */
  rows: number;
}

/** What looking at a place once more costs, where it is looked at for another rule already. */
const REUSED = 0.4;
const NONE: readonly ScanEntry[] = [];

/** Creates the scanner of some rules; for a hundred rules this takes milliseconds. */
export function createSecretScanner(rules: readonly SecretRule[]): SecretScanner {
  const firsts = new Int32Array(2 ** 10);
  const lasts = new Int32Array(2 ** 10);
  const entries = new Array<readonly ScanEntry[]>(2 ** 15).fill(NONE);

  /** How much more of an ordinary text would have to be looked at. */
  function cost(span: readonly Spot[]): number {
    return triplesOf(span).reduce((sum, index) => {
      return sum + tripleFrequency(index) * (hasBit(firsts, index) || hasBit(lasts, index) ? REUSED : 1);
    }, 0);
  }

  function addSpan({ spots, rule }: RulePath): void {
    const costs = spots.slice(3).map((_, start) => cost(spots.slice(start, start + 4)));
    const start = costs.indexOf(Math.min(...costs));
    const span = spots.slice(start, start + 4);
    const fourth = itemAt(span, 3).low.reduce((bits, low) => bits | (1 << low), 0);
    const rows = span.reduceRight((bits, spot) => (bits << 4) | spot.rows, 0);
    for (const index of triplesOf(span.slice(1))) {
      setBit(lasts, index);
    }
    for (const index of triplesOf(span.slice(0, 3))) {
      setBit(firsts, index);
      const list = itemAt(entries, index);
      const known = list.find((entry) => entry.rule === rule && entry.offset === start - 1);
      const entry = known ?? { rule, offset: start - 1, fourth: 0, rows: 0 };
      entry.fourth |= fourth;
      entry.rows |= rows;
      entries[index] = known === undefined ? [...list, entry] : list;
    }
  }

  // Those with the least choice first: the others can do with what they need.
  for (const path of rulePaths(rules).sort((one, other) => one.spots.length - other.spots.length)) {
    addSpan(path);
  }
  return { rules, firsts, lasts, entries };
}

/** What any three spots that follow each other can hold. */
function triplesOf(spots: readonly Spot[]): number[] {
  return spots
    .slice(2)
    .flatMap((third, at) =>
      itemAt(spots, at).low.flatMap((first) =>
        itemAt(spots, at + 1).low.flatMap((second) => third.low.map((low) => triple(first, second, low))),
      ),
    );
}

function setBit(bits: Int32Array, index: number): void {
  bits[index >> 5] = intAt(bits, index >> 5) | (1 << index);
}

function hasBit(bits: Int32Array, index: number): boolean {
  return ((intAt(bits, index >> 5) >>> index) & 1) === 1;
}
