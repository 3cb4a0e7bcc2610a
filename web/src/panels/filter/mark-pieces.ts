import { maskText } from '../../analysis/filter/masked-slice.ts';
import type { MarkedText, TextChunk } from '../../analysis/filter/text-chunks.ts';
import { visibleOutput } from '../../state/visible-text.ts';

/** A part of a chunk as it is shown. */
export interface TextPiece {
  readonly text: string;
  /** Index of the mark it belongs to. Absent: between marks. */
  readonly mark?: number;
  /** True where the mark begins; a mark may reach over several chunks. */
  readonly isStart?: boolean;
}

/** Units of a line without marks that are laid out: one line of a megabyte would hold up the page. */
const LONGEST_LINE = 2000;
const TOO_LONG = new RegExp(`^(.{${LONGEST_LINE}})(.+)$`, 'gmu');

/** A chunk cut where marks begin and end, nothing in it invisible, marks masked if they are to be. */
export function markPieces({ text, marks }: MarkedText, chunk: TextChunk, masked: boolean): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = chunk.start;
  const plain = (to: number): void => {
    if (to > at) pieces.push({ text: clipped(visibleOutput(text.slice(at, to))) });
  };
  for (let index = chunk.firstMark; ; index += 1) {
    const mark = marks[index];
    if (mark === undefined || mark.start >= chunk.end) break;
    plain(mark.start);
    const from = Math.max(at, mark.start);
    at = Math.min(mark.end, chunk.end);
    const secret = text.slice(from, at);
    const shown = masked ? maskText(secret) : visibleOutput(secret);
    pieces.push({ text: clipped(shown), mark: index, isStart: from === mark.start });
  }
  plain(chunk.end);
  return pieces;
}

function clipped(text: string): string {
  if (text.length <= LONGEST_LINE) return text;
  return text.replace(TOO_LONG, (_line, start: string, rest: string) => {
    return `${start} … ${rest.length.toLocaleString('en')} more characters … `;
  });
}
