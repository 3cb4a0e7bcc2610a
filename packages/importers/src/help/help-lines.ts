import { stripTerminalSequences, withoutHidden } from '@atip/core/internal';

export interface HelpLine {
  /** Columns before its first character, tabs counted to the next multiple of eight. */
  readonly indent: number;
  /** Trimmed; empty for a blank line. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** A character overprinted by old terminals; `man` still writes bold and underlined text like this. */
const OVERSTRIKE = new RegExp(`[^\\n]${String.fromCharCode(8)}`, 'gu');

/** No column is wider; larger gaps would slow the search for columns. */
const MAX_GAP = 200;
const WIDE = new RegExp(` {${MAX_GAP},}`, 'g');

/** The title of a box, drawn by typer and rich: `╭─ Options ───╮`. */
const BOX_TITLE = /^(\s*)[╭┌┏]─{1,3} ([^─]{1,80}) ─.*$/u;
const BOX = /[\u2500-\u257F]/gu;
/** Dots that lead the eye from one column to the next. */
const LEADERS = / \.{4,} | {2}\.{2,3} {2}/g;
/** A bullet before an option, or the star of a required one. */
const BULLET = /^(\s*)[•·*○▪](\s+)(?=-)/u;
/** iptables: an option that may be negated. */
const NEGATABLE = /^(\s*)\[!\] (?=-)/;
/** Hyphens and minus signs that a typesetter put before an option. */
const DASHES = /(?<![\w\u2010-\u2015\u2212])[\u2010\u2011\u2013\u2212]+(?=[\w\u2010-\u2013\u2212])/gu;
/** A spelling in quotes: `'-h', '--help'`. */
const QUOTED = /(^|, ?| or )(['"`])(--?[\w?][^\s'"`]*)['"`]/g;

/**
 * Splits a help text into clean lines: without colours, overstriking, hidden characters, frames or leader dots, and
 * with tabs as spaces.
 */
export function readHelpLines(text: string): HelpLine[] {
  const plain = withoutHidden(stripTerminalSequences(text.replace(OVERSTRIKE, ''))).replace(WIDE, ' '.repeat(MAX_GAP));
  const lines = plain.split(/\r\n|\r|\n/).map((line, at) => {
    const wide = undecorated(expandTabs(line)).trimEnd();
    const trimmed = wide.trimStart();
    return { indent: wide.length - trimmed.length, text: trimmed, number: at + 1 };
  });
  return unfilled(lines).reduce(rejoin, []);
}

/** The title of a manual page, which ends at its right margin: `LS(1)   User Commands   LS(1)`. */
const TITLE = /^[\w.:+-]+\(\d.*[\w.:+-]+\(\d\w*\)$/;
/** The hyphen of a typesetter at the end of a line. */
const DIVIDED = /(?<=\p{L})\u2010$/u;

/** Undoes the filling of a manual page's lines: gaps between its words are no columns, and a divided word is one. */
function unfilled(lines: readonly HelpLine[]): readonly HelpLine[] {
  const title = lines.find(({ text }) => text.length < MAX_GAP && TITLE.test(text));
  if (title === undefined) return lines;
  const whole: HelpLine[] = [];
  for (const [at, line] of lines.entries()) {
    const below = lines[at + 1];
    const isFilled = below !== undefined && below.text !== '' && endOf(line) === endOf(title);
    const own = isFilled ? { ...line, text: withoutGaps(line, below.indent) } : line;
    const above = whole.at(-1);
    const [word = ''] = own.text.split(' ', 1);
    if (above === undefined || !DIVIDED.test(above.text) || word === '') whole.push(own);
    else {
      whole[whole.length - 1] = { ...above, text: `${above.text.slice(0, -1)}${word}` };
      const rest = own.text.slice(word.length).trimStart();
      if (rest !== '') whole.push({ ...own, text: rest });
    }
  }
  return whole;
}

function endOf({ indent, text }: HelpLine): number {
  return indent + text.length;
}

/** The text of a filled line; the gap before the column where the line below begins stays. */
function withoutGaps({ indent, text }: HelpLine, below: number): string {
  const column = below > indent ? below - indent : 0;
  const isTag = column > 1 && /^ \S/.test(text.slice(column - 1, column + 1));
  const start = isTag ? column : below === indent && text.startsWith('-') ? /^.*? {2,}|/.exec(text)?.[0].length : 0;
  return text.slice(0, start) + text.slice(start).replace(/ {2,}/g, ' ');
}

/**
 * Joins a line to the previous one if that ends with `\`, or if a name was broken at the end of its column, as yargs
 * does.
 */
function rejoin(lines: HelpLine[], line: HelpLine): HelpLine[] {
  const above = lines.at(-1);
  if (above !== undefined && / \\$/.test(above.text) && line.text !== '')
    lines.splice(-1, 1, { ...above, text: `${above.text.slice(0, -1)}${line.text}` });
  else {
    const [, start = '', text = ''] = /^(\S.*?\S) {2}(\S.*)$/.exec(above?.text ?? '') ?? [];
    const [whole, end = '', more = ''] = /^([^\s-]{1,40}) {2,}(\S.*)$/.exec(line.text) ?? [];
    const column = line.indent + (whole?.length ?? 0) - more.length;
    const isBroken = (/[<[][^\]>]*$/.test(start) && /[\]>]/.test(end)) || /^--\w[\w-]{20,}$/.test(start);
    const isBelow = above?.indent === line.indent && Math.abs(line.indent + start.length + 2 - column) <= 1;
    if (above !== undefined && isBroken && isBelow && end !== '')
      lines.splice(-1, 1, { ...above, text: `${start}${end}  ${text} ${more}` });
    else lines.push(line);
  }
  return lines;
}

function undecorated(line: string): string {
  const title = BOX_TITLE.exec(line);
  if (title) return `${title[1] ?? ''}${title[2] ?? ''}:`;
  const plain = line
    .replace(BOX, ' ')
    .replace(LEADERS, (dots) => ' '.repeat(dots.length))
    .replace(BULLET, '$1 $2')
    .replace(NEGATABLE, '$1')
    .replace(/(?<=[\p{Lu}>\]])…(?=\]?(?:\s|$))/gu, '...')
    .replace(DASHES, (dashes) => '-'.repeat(dashes.length));
  const quoted = /^(\s*)(['"`]-.*)$/.exec(plain);
  return quoted ? `${quoted[1] ?? ''}${(quoted[2] ?? '').replace(QUOTED, '$1$3')}` : plain;
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let wide = '';
  for (const piece of line.split('\t')) wide += piece + ' '.repeat(8 - ((wide.length + piece.length) % 8));
  return wide;
}

export type SectionKind = 'usage' | 'commands' | 'arguments' | 'examples' | 'environment' | 'other';

/** A run of lines under one heading. */
export interface HelpSection {
  readonly kind: SectionKind;
  /** Without its colon; empty for lines before the first heading. */
  readonly heading: string;
  readonly lines: readonly HelpLine[];
}

/** The most common number; of several the smallest. */
export function mostCommon(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted(([a, first], [b, second]) => second - first || a - b)[0]?.[0];
}
