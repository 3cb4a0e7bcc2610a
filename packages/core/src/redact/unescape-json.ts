import { itemAt } from './item-at.ts';

/** A text with what JSON need not have escaped written out, and where its units stood. */
export interface UnescapedText {
  readonly text: string;
  /** Where the unit at an index began in the text as it was written. */
  start(index: number): number;
  /** Where it ended there. */
  end(index: number): number;
}

/** Pairs from the left, so that an escaped backslash begins no escape. */
const ESCAPE = /\\(?:u00([2-7][0-9a-f])|[\s\S])/gi;

interface Escape {
  /** In the text without escapes. */
  readonly at: number;
  /** Units by which what follows stood further on. */
  readonly shift: number;
}

/**
 * Writes out `\/`, which some writers put for `/`, and `\u0041`: neither needs an escape in JSON (RFC 8259 §7), so both can hide
 * a text from whoever looks for it, and not from whoever reads the JSON. No line changes its number.
 *
 * @returns undefined when there is nothing to write out
 */
export function unescapeJson(written: string): UnescapedText | undefined {
  if (!/\\(?:\/|u00[2-7])/i.test(written)) return undefined;
  const escapes: Escape[] = [];
  let shift = 0;
  const text = written.replaceAll(ESCAPE, (sequence, hex: string | undefined, place: number) => {
    const plain =
      hex === undefined ? (sequence === '\\/' ? '/' : sequence) : String.fromCharCode(Number.parseInt(hex, 16));
    if (plain === sequence) return sequence;
    const at = place - shift;
    shift += sequence.length - plain.length;
    escapes.push({ at, shift });
    return plain;
  });
  const shiftBefore = (index: number): number => {
    let [low, high] = [0, escapes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (itemAt(escapes, middle).at < index) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : itemAt(escapes, low - 1).shift;
  };
  return {
    text,
    start: (index) => index + shiftBefore(index),
    end: (index) => index + 1 + shiftBefore(index + 1),
  };
}
