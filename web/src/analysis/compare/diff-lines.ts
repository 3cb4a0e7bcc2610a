/** Line by line what differs between two texts, for those who read instead of look. */

/** Lines in a row that are in both, only in the earlier (`-`) or only in the later one (`+`). Numbers count from 1. */
export interface LineRun {
  readonly sign: ' ' | '-' | '+';
  readonly lines: readonly string[];
  /** Number of the first one in the earlier text, or of the line after, where the run is not in it. */
  readonly before: number;
  readonly after: number;
}

type Side = readonly string[];
interface Part {
  readonly from: readonly [before: number, after: number];
  readonly to: readonly [before: number, after: number];
}

/** Cells of the largest table that is filled for lines without anchors; what is larger counts as replaced. */
const MOST_CELLS = 1_000_000;

/** Pairs of equal lines by patience: lines that are in both exactly once hold the texts together, the rest is in between. */
export function diffLines(before: string, after: string): readonly LineRun[] {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const pairs: [number, number][] = [];
  const waiting: Part[] = [{ from: [0, 0], to: [was.length, is.length] }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const inner = trim(was, is, part, pairs);
    const anchors = anchorsOf(was, is, inner);
    if (anchors.length === 0) pairs.push(...byTable(was, is, inner));
    let from = inner.from;
    for (const [one, other] of anchors) {
      pairs.push([one, other]);
      waiting.push({ from, to: [one, other] });
      from = [one + 1, other + 1];
    }
    if (anchors.length > 0) waiting.push({ from, to: inner.to });
  }
  pairs.sort(([one], [other]) => one - other);
  return runsOf(was, is, pairs);
}

/** Takes equal lines off both ends. */
function trim(was: Side, is: Side, { from, to }: Part, pairs: [number, number][]): Part {
  let [[a, b], [c, d]] = [from, to];
  for (; a < c && b < d && was[a] === is[b]; a += 1, b += 1) pairs.push([a, b]);
  for (; a < c && b < d && was[c - 1] === is[d - 1]; c -= 1, d -= 1) pairs.push([c - 1, d - 1]);
  return { from: [a, b], to: [c, d] };
}

function anchorsOf(was: Side, is: Side, { from, to }: Part): readonly [number, number][] {
  const places = uniquePlaces(is, from[1], to[1]);
  const candidates: [number, number][] = [];
  for (const [line, at] of uniquePlaces(was, from[0], to[0])) {
    const other = places.get(line);
    if (other !== undefined) candidates.push([at, other]);
  }
  return longestRising(candidates.sort(([one], [other]) => one - other));
}

function uniquePlaces(lines: Side, from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (places.has(line)) twice.add(line);
    places.set(line, at);
  }
  for (const line of twice) places.delete(line);
  return places;
}

/** The longest subsequence whose second numbers rise. */
function longestRising(pairs: readonly [number, number][]): readonly [number, number][] {
  const tops: number[] = [];
  const earlier: number[] = [];
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    earlier[index] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = index;
  }
  const found: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = earlier[at] ?? -1) {
    const pair = pairs[at];
    if (pair) found.push(pair);
  }
  return found.reverse();
}

/** The longest common subsequence of a part without anchors. */
function byTable(was: Side, is: Side, { from: [a, b], to: [c, d] }: Part): readonly [number, number][] {
  const [rows, columns] = [c - a, d - b];
  if (rows * columns === 0 || rows * columns > MOST_CELLS) return [];
  const width = columns + 1;
  const table = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const isSame = was[a + row] === is[b + column];
      table[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (was[a + row] === is[b + column]) pairs.push([a + row++, b + column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function runsOf(was: Side, is: Side, pairs: readonly [number, number][]): readonly LineRun[] {
  const runs: LineRun[] = [];
  let [a, b] = [0, 0];
  let same: string[] = [];
  const flush = (): void => {
    if (same.length > 0) {
      runs.push({ sign: ' ', lines: same, before: a - same.length + 1, after: b - same.length + 1 });
    }
    same = [];
  };
  for (const [one, other] of [...pairs, [was.length, is.length] as const]) {
    if (a < one || b < other) flush();
    if (a < one) runs.push({ sign: '-', lines: was.slice(a, one), before: a + 1, after: b + 1 });
    if (b < other) runs.push({ sign: '+', lines: is.slice(b, other), before: one + 1, after: b + 1 });
    const line = was[one];
    [a, b] = [one, other];
    if (line === undefined) break;
    same.push(line);
    [a, b] = [one + 1, other + 1];
  }
  flush();
  return runs;
}
