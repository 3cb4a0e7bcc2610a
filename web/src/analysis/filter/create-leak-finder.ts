import { stripTerminalSequences } from '@atip/core';
import type { TextMark } from './text-chunks.ts';

/** Units of a secret that are certainly a piece of it and no chance. */
const PIECE = 8;
/** Shorter secrets cannot be told from other text. */
const SHORTEST = 3;
/** What a filter itself writes. */
const OWN_WORDS = '[REDACTED]\n[TRUNCATED]';

/**
 * Prepares the search for pieces of a text's secrets in what a filter let through: any 8 units in a row of a secret, or all
 * of one of 3 to 7, that stand nowhere else in the text. The result counts the secrets of which it finds a piece.
 */
export function createLeakFinder(
  text: string,
  marks: readonly Pick<TextMark, 'start' | 'end'>[],
): (released: string) => number {
  const byLength = new Map<number, Map<string, number>>();
  for (const [index, { start, end }] of marks.entries()) {
    const secret = stripTerminalSequences(text.slice(start, end));
    const length = Math.min(PIECE, secret.length);
    if (length < SHORTEST) continue;
    const pieces = byLength.get(length) ?? new Map<string, number>();
    byLength.set(length, pieces);
    eachPiece(secret, length, (piece) => pieces.set(piece, index));
  }
  const harmless = [...outside(text, marks), OWN_WORDS].map(stripTerminalSequences);
  for (const [length, pieces] of byLength) {
    for (const part of harmless) eachPiece(part, length, (piece) => pieces.delete(piece));
  }
  return (released) => {
    const leaked = new Set<number>();
    for (const [length, pieces] of byLength) {
      if (pieces.size === 0) continue;
      eachPiece(released, length, (piece) => {
        const secret = pieces.get(piece);
        if (secret !== undefined) leaked.add(secret);
      });
    }
    return leaked.size;
  };
}

function eachPiece(text: string, length: number, use: (piece: string) => void): void {
  for (let at = 0; at + length <= text.length; at += 1) use(text.slice(at, at + length));
}

function outside(text: string, marks: readonly Pick<TextMark, 'start' | 'end'>[]): readonly string[] {
  const ends = [0, ...marks.map(({ end }) => end)];
  return ends.map((end, index) => text.slice(end, marks[index]?.start ?? text.length));
}
