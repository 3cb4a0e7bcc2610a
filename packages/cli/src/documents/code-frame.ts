import type { Range } from '@atip/core';
import { escapeLine } from '@atip/node';
import { textWidth } from '../terminal/text-width.ts';

/** A line of a text with a mark below it; what is hidden in it is shown escaped. */
export interface CodeFrame {
  /** Line number and line. */
  readonly line: string;
  /** As wide as what stands before the mark; blank. */
  readonly indent: string;
  /** Carets: as many as what is marked has columns, at least one. */
  readonly mark: string;
}

/** How a tab is shown: of a fixed width, so that a line that was cut on the left looks no different. */
const TAB = '  ';
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Part of a line as it is shown. */
interface Part {
  readonly shown: string;
  readonly isCut: boolean;
}

/**
 * Frames the first line of a range, cut around its start where it is wider than the terminal.
 *
 * Limits: looks at some units around the start, however long the line is.
 * @param columns of the terminal, gutter included
 */
export function codeFrame(text: string, { start, end }: Range, columns: number): CodeFrame {
  const gutter = `${String(start.line).padStart(4)} | `;
  // An ellipsis on either side takes a column.
  const room = Math.max(columns - gutter.length, 24) - 2;
  const before = text.slice(start.offset - start.column + 1, start.offset);
  const after = upToLineEnd(text, start.offset, 2 * room);
  const fits = before.length + after.length <= room && widthOf(before + after) <= room;
  const lead = fits ? whole(before) : lastPart(before, room >> 1);
  const marked = firstPart(
    after.slice(0, end.line === start.line ? end.offset - start.offset : undefined),
    room - textWidth(lead.shown),
  );
  const rest = marked.isCut ? '' : after.slice(end.line === start.line ? end.offset - start.offset : after.length);
  const tail = firstPart(rest, room - textWidth(lead.shown) - textWidth(marked.shown));
  const isCut = marked.isCut || tail.isCut;
  return {
    line: `${gutter}${lead.isCut ? '…' : ''}${lead.shown}${marked.shown}${tail.shown}${isCut ? '…' : ''}`,
    indent: ' '.repeat(gutter.length + textWidth(lead.shown) + (lead.isCut ? 1 : 0)),
    mark: '^'.repeat(Math.max(textWidth(marked.shown), 1)),
  };
}

function upToLineEnd(text: string, from: number, limit: number): string {
  return /^[^\r\n]*/.exec(text.slice(from, from + limit))?.[0] ?? '';
}

function widthOf(text: string): number {
  return textWidth(show(text));
}

function show(text: string): string {
  return text.split('\t').map(escapeLine).join(TAB);
}

function whole(text: string): Part {
  return { shown: show(text), isCut: false };
}

function firstPart(text: string, room: number): Part {
  const all = graphemes(text);
  const shown = fitting(all, room);
  return { shown: shown.join(''), isCut: shown.length < all.length };
}

function lastPart(text: string, room: number): Part {
  // Twice as many units as columns, since two can make one character.
  const near = graphemes(text.slice(-2 * room)).reverse();
  const shown = fitting(near, room);
  return { shown: shown.reverse().join(''), isCut: shown.length < near.length || text.length > 2 * room };
}

/** As many as there is room for. */
function fitting(shown: readonly string[], room: number): string[] {
  let used = 0;
  const end = shown.findIndex((one) => {
    used += textWidth(one);
    return used > room;
  });
  return shown.slice(0, end < 0 ? undefined : end);
}

/** What a person takes for one character, each as it is shown. */
function graphemes(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => show(segment));
}
