import type { Position } from '@atip/core';

const LF = 0x0a;
const CR = 0x0d;

/** The offsets at which a text's lines begin; they end at `\n`, `\r\n` or a lone `\r`, as editors count. */
export function lineStartsOf(text: string): Uint32Array<ArrayBuffer> {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === LF || (unit === CR && text.charCodeAt(offset + 1) !== LF)) starts.push(offset + 1);
  }
  return Uint32Array.from(starts);
}

/** The line and column of an offset, by halving. */
export function positionAt(starts: Uint32Array, offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset };
}
