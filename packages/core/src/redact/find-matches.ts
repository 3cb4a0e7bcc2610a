import type { SecretMatch } from '../types/redaction.ts';
import { intAt, itemAt } from './item-at.ts';
import type { SecretRule } from './secret-rule.ts';
import type { SecretScanner } from './secret-scanner.ts';
import { isInvisible } from './strip-terminal.ts';
import { lowBits, rowBit, triple } from './triple.ts';

/** Finds what rules take for secrets in a text that is looked at in steps, and may lose its beginning between them. */
export interface MatchFinder {
  /**
   * The matches of the next step, in the order of the text. Matches of different rules may overlap.
   *
   * What comes in steps is the same as in one; a match that a step misses begins at most {@link STEP_MARGIN} before its `until`.
   * What makes up the end of a match must be in the text already.
   */
  find(text: string, until: number): SecretMatch[];
  /** Whether no step met a character that `stripTerminalSequences` removes or replaces. */
  isPlain(): boolean;
  /** The text has lost so many units at its beginning. */
  shift(units: number): void;
}

/** From the first character of what a match stands for to the span by which it is found, at most; in units. */
export const STEP_MARGIN = 128;

const BLOCK = 8192;

/**
 * The triples of the scanner that was used last: those that begin or end a span. A table that is always the same one is read
 * faster than one that is passed; nothing but one call of {@link scan} relies on what is in it.
 */
const FIRSTS = new Int32Array(2 ** 10);
const LASTS = new Int32Array(2 ** 10);
const TRIPLES = new Int32Array(2 ** 10);
/** Of a block, the places to look at. */
const PLACES = new Int32Array(BLOCK);
/** Where spans begin; at each place up to two may. */
const WINDOWS = new Int32Array(2 * BLOCK);
let loaded: SecretScanner | undefined;

interface ScanState {
  readonly scanner: SecretScanner;
  /** Where the first span begins that was not looked at. */
  next: number;
  /** Where the last match of each rule ended. */
  free: Int32Array;
  plain: boolean;
}

/** Creates a finder for one text. */
export function createMatchFinder(scanners: readonly SecretScanner[]): MatchFinder {
  const states: ScanState[] = scanners.map((scanner) => ({
    scanner,
    next: -1,
    free: new Int32Array(scanner.rules.length),
    plain: true,
  }));
  return {
    find(text, until) {
      const matches: SecretMatch[] = [];
      for (const state of states) {
        scan(text, until, state, matches);
      }
      return matches.sort(inOrder);
    },
    isPlain: () => states.every(({ plain }) => plain),
    shift(units) {
      for (const state of states) {
        state.next -= units;
        state.free = state.free.map((from) => from - units);
      }
    },
  };
}

/** By their start, and of those that start together the longest first. */
export function inOrder(one: SecretMatch, other: SecretMatch): number {
  return one.start - other.start || other.end - one.end;
}

/**
 * Looks at the spans that begin before `until`, a block at a time: a function that is called often is made fast sooner than
 * a long loop in one that is called once.
 */
function scan(text: string, until: number, state: ScanState, matches: SecretMatch[]): void {
  if (loaded !== state.scanner) {
    const { firsts, lasts } = state.scanner;
    FIRSTS.set(firsts);
    LASTS.set(lasts);
    TRIPLES.set(firsts.map((bits, index) => bits | intAt(lasts, index)));
    loaded = state.scanner;
  }
  while (state.next < until) {
    scanBlock(text, Math.min(until, state.next + BLOCK), state, matches);
  }
}

/**
 * Looks at the spans of a block: first for the places where one may begin or end, or where a character is not plain ASCII, then
 * at those.
 *
 * The first loop has no branch that depends on the text. Such a branch is guessed wrong so often that it takes longer than
 * all the rest.
 */
function scanBlock(text: string, until: number, state: ScanState, matches: SecretMatch[]): void {
  const from = state.next + 1;
  // A span that begins at the last place may be found by its end only.
  const end = Math.min(until + 2, text.length - 1);
  let before = from === 0 ? 0 : lowBits(text.charCodeAt(from - 1));
  let count = 0;
  let index = from;
  for (; index < end; index += 2) {
    const one = text.charCodeAt(index);
    const other = text.charCodeAt(index + 1);
    // A shift counts by the low five bits; the sign says whether one is a control character or beyond ASCII.
    const found = (intAt(TRIPLES, (before << 5) | (one & 31)) >>> other) & 1;
    before = other & 31 & ((other - 128) >> 31);
    PLACES[count] = index;
    count += found | (((one - 32) | (other - 32) | (127 - (one | other))) >>> 31);
  }
  if (index < text.length && isInvisible(text.charCodeAt(index))) {
    state.plain = false;
  }
  const spans = findWindows(text, count, until, state);
  for (let place = 0; place < spans; place += 1) {
    tryRules(text, intAt(WINDOWS, place), state, matches);
  }
  state.next = until;
}

/** Finds, in the same manner, where spans begin: at the first places in {@link PLACES}, or one before. */
function findWindows(text: string, count: number, until: number, state: ScanState): number {
  const from = state.next;
  let spans = 0;
  for (let place = 0; place < count; place += 1) {
    const index = intAt(PLACES, place);
    const one = text.charCodeAt(index);
    const other = text.charCodeAt(index + 1);
    if ((one < 32 || other < 32 || (one | other) > 127) && (isInvisible(one) || isInvisible(other))) {
      state.plain = false;
    }
    const before = index < 1 ? 0 : lowBits(text.charCodeAt(index - 1));
    const here = triple(before, lowBits(one), lowBits(other));
    const earlier = triple(index < 2 ? 0 : lowBits(text.charCodeAt(index - 2)), before, lowBits(one));
    const after = index + 2 < text.length ? text.charCodeAt(index + 2) : 0;
    const later = triple(lowBits(one), lowBits(other), lowBits(after));
    WINDOWS[spans] = index - 2;
    spans += bitOf(LASTS, here) & bitOf(FIRSTS, earlier) & Number(index - 1 > from);
    WINDOWS[spans] = index - 1;
    spans += bitOf(FIRSTS, here) & bitOf(LASTS, later) & Number(index <= until);
  }
  return spans;
}

/** 1 for a triple that is in a table, else 0. */
function bitOf(table: Int32Array, index: number): number {
  return (intAt(table, index >> 5) >>> index) & 1;
}

/** Tries the rules of a span that begins at an index. */
function tryRules(text: string, span: number, { scanner, free }: ScanState, matches: SecretMatch[]): void {
  const first = span < 0 ? 0 : text.charCodeAt(span);
  const second = text.charCodeAt(span + 1);
  const third = text.charCodeAt(span + 2);
  const fourth = text.charCodeAt(span + 3);
  const entries = itemAt(scanner.entries, triple(lowBits(first), lowBits(second), lowBits(third)));
  const low = 1 << lowBits(fourth);
  const rows = rowBit(first) | (rowBit(second) << 4) | (rowBit(third) << 8) | (rowBit(fourth) << 12);
  for (const { rule, offset, fourth: lows, rows: rowsOf } of entries) {
    const start = span - offset;
    if ((rowsOf & rows) === rows && (lows & low) !== 0 && start >= intAt(free, rule)) {
      const match = matchAt(text, itemAt(scanner.rules, rule), start);
      if (match !== undefined) {
        matches.push(match);
        free[rule] = match.end;
      }
    }
  }
}

function matchAt(text: string, { name, pattern, unless }: SecretRule, at: number): SecretMatch | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) {
    return undefined;
  }
  const own = found.groups?.['own'];
  const kept = found.slice(1).find((group) => group !== undefined) ?? '';
  const start = own === undefined ? at + kept.length : at - own.length;
  if (unless !== undefined) {
    unless.lastIndex = start;
    if (unless.test(text)) {
      return undefined;
    }
  }
  return { rule: name, start, end: at + found[0].length };
}
