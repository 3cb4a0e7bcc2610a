/** A long text in pieces, so that an edit touches one of them and only those in sight are coloured. */

export interface LineChunk {
  /** Stays with a piece that stays: what React knows it by. */
  readonly key: number;
  /** Whole lines; ends with `"\n"`, but for the last piece. */
  readonly text: string;
  /** Line numbers are counted from 1. */
  readonly firstLine: number;
  readonly lines: number;
}

export interface LineChunks {
  /** Joined they are the shown text. */
  readonly chunks: readonly LineChunk[];
  /** Lines in them. */
  readonly lines: number;
  /** Lines left out at the end. */
  readonly hidden: number;
}

export const NO_CHUNKS: LineChunks = { chunks: [], lines: 0, hidden: 0 };

/** Lines that a piece has at most, and from which on an element of the list ends its piece. */
const MOST = 60;
const ENOUGH = 25;

/**
 * Cuts indented JSON at the ends of the elements of its list, so that a change in one of them leaves the other pieces as
 * they are; longer ones are cut every 60 lines.
 *
 * @param before the pieces on screen: those that are still there keep their keys
 * @param limit lines shown in all
 */
export function chunkLines(text: string, before: LineChunks, limit: number): LineChunks {
  const pieces: { readonly text: string; readonly lines: number }[] = [];
  let [shown, lineStart, start, first, elementStart, elementFirst] = [0, 0, 0, 0, 0, 0];
  while (shown < limit && lineStart <= text.length) {
    const end = text.indexOf('\n', lineStart);
    const next = end === -1 ? text.length + 1 : end + 1;
    const closes = text.startsWith('  }', lineStart);
    shown += 1;
    lineStart = next;
    const isPiece = closes && endsPiece(next - elementStart, shown - elementFirst);
    if (closes) [elementStart, elementFirst] = [next, shown];
    if (!isPiece && shown - first < MOST && shown < limit && end !== -1) continue;
    pieces.push({ text: text.slice(start, next), lines: shown - first });
    [start, first] = [next, shown];
  }
  return { chunks: keyed(pieces, before.chunks), lines: shown, hidden: countLines(text, lineStart) };
}

/**
 * Whether a piece ends with an element of so many units and lines. Small ones are put together up to one whose length
 * happens to fit: that depends on nothing before it, so the ends are the same again behind an element that came or went.
 */
function endsPiece(units: number, lines: number): boolean {
  return lines >= ENOUGH || units % 4 === 0;
}

function countLines(text: string, from: number): number {
  if (from > text.length) return 0;
  let count = 1;
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Pieces that are the same from the start, and from the end, are the same pieces; those between change in place. */
function keyed(
  pieces: readonly { readonly text: string; readonly lines: number }[],
  before: readonly LineChunk[],
): LineChunk[] {
  const shorter = Math.min(pieces.length, before.length);
  let same = 0;
  while (same < shorter && pieces[same]?.text === before[same]?.text) same += 1;
  let tail = 0;
  while (tail < shorter - same && pieces.at(-1 - tail)?.text === before.at(-1 - tail)?.text) tail += 1;
  let fresh = before.reduce((most, { key }) => Math.max(most, key), 0);
  const gone = before.length - tail;
  let line = 1;
  return pieces.map(({ text, lines }, index) => {
    const old = index >= pieces.length - tail ? before[index - pieces.length + before.length] : before[index];
    const isKept = index < gone || index >= pieces.length - tail;
    if (!(isKept && old)) fresh += 1;
    const firstLine = line;
    line += lines;
    if (isKept && old?.text === text && old.firstLine === firstLine) return old;
    return { key: isKept && old ? old.key : fresh, text, firstLine, lines };
  });
}
