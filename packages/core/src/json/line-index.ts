import type { Position, Range } from '../types/issue.ts';

const LF = 0x0a;
const CR = 0x0d;

/** Turns offsets of one text into lines and columns. */
export interface LineIndex {
  positionAt(offset: number): Position;
  rangeOf(start: number, end: number): Range;
}

/**
 * Indexes the lines of a text, which end at `\n`, `\r\n` or a lone `\r` as editors count them.
 *
 * Limits: offsets are clamped to the text. The scan happens at the first question, so asking nothing costs nothing.
 */
export function createLineIndex(text: string): LineIndex {
  let starts: readonly number[] | undefined;
  function positionAt(offset: number): Position {
    starts ??= lineStarts(text);
    const clamped = Math.min(Math.max(offset, 0), text.length);
    const line = lastAtOrBefore(starts, clamped);
    return { line: line + 1, column: clamped - (starts[line] ?? 0) + 1, offset: clamped };
  }
  return { positionAt, rangeOf: (start, end) => ({ start: positionAt(start), end: positionAt(end) }) };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset += 1) {
    const unit = text.charCodeAt(offset);
    if (unit === LF || (unit === CR && text.charCodeAt(offset + 1) !== LF)) {
      starts.push(offset + 1);
    }
  }
  return starts;
}

/** Index of the last start that is not after the offset, by halving. */
function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
