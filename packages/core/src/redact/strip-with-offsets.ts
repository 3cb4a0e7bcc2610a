import { INVISIBLE, isPlain, removeStrings, SEQUENCE } from './strip-terminal.ts';

/** A text without terminal sequences that remembers where its units stood. */
export interface StrippedText {
  readonly text: string;
  /** Where the unit at an index stood in the text that was stripped. */
  offset(index: number): number;
}

/** Does what `stripTerminalSequences` does, and keeps the places. Needs 4 bytes for each unit of a text that is changed. */
export function stripWithOffsets(text: string): StrippedText {
  if (isPlain(text)) {
    return { text, offset: (index) => index };
  }
  let current = text;
  let places = new Int32Array(text.length).map((_, index) => index);

  function keepOnly(stretches: readonly (readonly [number, number])[]): void {
    // In place, since there may be millions of stretches: what is kept only ever moves towards the beginning.
    let kept = 0;
    for (const [from, to] of stretches) {
      places.copyWithin(kept, from, to);
      kept += to - from;
    }
    places = places.subarray(0, kept);
    current = stretches.map(([from, to]) => current.slice(from, to)).join('');
  }

  function without(pattern: RegExp): void {
    const stretches: [number, number][] = [];
    let from = 0;
    for (const { index, 0: gone } of current.matchAll(pattern)) {
      stretches.push([from, index]);
      from = index + gone.length;
    }
    keepOnly([...stretches, [from, current.length]]);
  }

  const outside: [number, number][] = [];
  removeStrings(text, false, (from, to) => outside.push([from, to]));
  keepOnly(outside);
  without(/\r(?=\n)/g);
  current = current.replaceAll('\r', '\n');
  without(SEQUENCE);
  without(INVISIBLE);
  return { text: current, offset: (index) => places[index] ?? text.length };
}
