import { escapeUnseen } from '@atip/core/internal';
import type { Issue, IssueSeverity, Range } from '@atip/core';
import type { CliHost } from '../cli-host.ts';
import { createPaint, type Paint } from '../terminal/style.ts';
import { countOf, plainLine, textWidth } from '../terminal/text.ts';
import type { InputFile } from './read-source.ts';

const STYLES = { error: 'red', warning: 'yellow', info: 'dim' } as const;

/**
 * Writes an issue for a person, in lines, with its place in the text and carets below. Lines and columns count from 1.
 * Shape: `gh.json:3:5: error: The field "name" is missing. [missing-field]`
 * @param columns of the terminal
 */
export function formatIssue(
  { name, text }: InputFile,
  { severity, message, code, range }: Issue,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string {
  const at = range ? `:${range.start.line}:${range.start.column}` : '';
  const label = paint(STYLES[severity], `${severity}:`);
  const heading = `${paint('bold', `${escapeUnseen(name)}${at}:`)} ${label} ${plainLine(message)} ${paint('dim', `[${code}]`)}\n`;
  if (!range) return heading;
  const { line, indent, mark } = codeFrame(text, range, columns);
  return `${heading}${line}\n${indent}${paint(STYLES[severity], mark)}\n`;
}

const NOUNS: Readonly<Record<IssueSeverity, string>> = { error: 'error', warning: 'warning', info: 'hint' };

/** Counts issues: `"2 errors, 1 warning"`; `"no issues"` without any. */
export function countIssues(issues: readonly Issue[]): string {
  const counts = (['error', 'warning', 'info'] as const).flatMap((wanted) => {
    const count = issues.filter(({ severity }) => severity === wanted).length;
    return count === 0 ? [] : [countOf(count, NOUNS[wanted])];
  });
  return counts.length === 0 ? 'no issues' : counts.join(', ');
}

const MAX_SHOWN = 5;

/** Writes an importer's losses to standard error: a few of each kind. */
export function writeImportIssues(issues: readonly Issue[], { stderr, env }: CliHost): void {
  const paint = createPaint(stderr, env);
  const codes = new Map<string, Issue[]>();
  for (const issue of issues) codes.set(issue.code, [...(codes.get(issue.code) ?? []), issue]);
  for (const [code, all] of codes) {
    for (const { severity, message } of all.slice(0, MAX_SHOWN)) {
      stderr.write(`${severity}: ${plainLine(message)} ${paint('dim', `[${code}]`)}\n`);
    }
    if (all.length > MAX_SHOWN) stderr.write(`… and ${all.length - MAX_SHOWN} more of these [${code}]\n`);
  }
}

/** A tab has a fixed width, so that a line that was cut on the left looks the same. */
const TAB = '  ';
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Part {
  readonly shown: string;
  readonly isCut: boolean;
}

/** Frames the first line of a range; cuts a line that is wider than the terminal around the range's start. */
export function codeFrame(
  text: string,
  { start, end }: Range,
  columns: number,
): { readonly line: string; readonly indent: string; readonly mark: string } {
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
  return text
    .split('\t')
    .map((text) => escapeUnseen(text))
    .join(TAB);
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
  // Twice as many code units as columns, because a surrogate pair makes one character.
  const near = graphemes(text.slice(-2 * room)).reverse();
  const shown = fitting(near, room);
  return { shown: shown.reverse().join(''), isCut: shown.length < near.length || text.length > 2 * room };
}

function fitting(shown: readonly string[], room: number): string[] {
  let used = 0;
  const end = shown.findIndex((one) => {
    used += textWidth(one);
    return used > room;
  });
  return shown.slice(0, end < 0 ? undefined : end);
}

/** Splits a text into visible characters, each as it is shown. */
function graphemes(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => show(segment));
}
