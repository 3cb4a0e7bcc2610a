/** A text in blocks of lines, so that a page lays out only those that are seen, and marks in it. */

/** A marked stretch of a text. Offsets are UTF-16 units, `line` counts from 1. */
export interface TextMark {
  /** What the mark says, such as the rule that found a secret. */
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Some whole lines of a text. */
export interface TextChunk {
  readonly start: number;
  /** After the last line's line feed. */
  readonly end: number;
  /** From 1. */
  readonly firstLine: number;
  readonly lines: number;
  /** Index of the first mark that begins in this chunk or reaches into it. */
  readonly firstMark: number;
}

export interface MarkedText {
  readonly text: string;
  /** In the order of the text; none overlap. */
  readonly marks: readonly TextMark[];
  readonly chunks: readonly TextChunk[];
  readonly lines: number;
}

/** Lines of one chunk. */
const CHUNK_LINES = 100;

/** Lays a text out in chunks and says on which line each stretch begins. `stretches` are in the order of the text. */
export function markText(text: string, stretches: readonly Omit<TextMark, 'line'>[]): MarkedText {
  const marks: TextMark[] = [];
  const chunks: TextChunk[] = [];
  let line = 1;
  let start = 0;
  for (let at = 0; ; line += 1) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed + 1;
    for (let next = stretches[marks.length]; next && (next.start < end || feed < 0); next = stretches[marks.length]) {
      marks.push({ ...next, line });
    }
    if (feed < 0 || line % CHUNK_LINES === 0) {
      const firstLine = line - ((line - 1) % CHUNK_LINES);
      chunks.push({ start, end, firstLine, lines: line - firstLine + 1, firstMark: firstReaching(marks, start) });
      start = end;
    }
    if (feed < 0) return { text, marks, chunks, lines: line };
    at = end;
  }
}

/** Index of the first mark that ends after an offset. */
export function firstReaching(marks: readonly Pick<TextMark, 'end'>[], offset: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
