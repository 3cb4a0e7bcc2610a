import type { Range } from '@atip/core';

/** Marks in the document on two levels: what is pointed at, else what was chosen to stay marked. */
export interface Highlighter {
  /** None: nothing stays marked. */
  stay(ranges: readonly Range[]): void;
  /** None: nothing is pointed at. */
  point(ranges: readonly Range[]): void;
}

/** @param highlight takes all marks of the document, in place of those before */
export function createHighlighter(highlight: (ranges: readonly Range[]) => void): Highlighter {
  let staying: readonly Range[] = [];
  let pointed: readonly Range[] = [];
  const show = (): void => highlight(pointed.length > 0 ? pointed : staying);
  return {
    stay: (ranges) => {
      staying = ranges;
      show();
    },
    point: (ranges) => {
      pointed = ranges;
      show();
    },
  };
}
