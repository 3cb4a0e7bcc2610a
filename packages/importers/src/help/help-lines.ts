import { stripTerminalSequences, withoutHidden } from '@atip/core/internal';

export interface HelpLine {
  /** Columns before its first character, tabs counted to the next multiple of eight. */
  readonly indent: number;
  /** Without white space around it; empty for a blank line. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** A character that a terminal of old printed over, as `man` still writes what is bold or underlined. */
const OVERSTRIKE = new RegExp(`[^\\n]${String.fromCharCode(8)}`, 'gu');

/** No column is as wide; what looks for columns would take its time with more. */
const MAX_GAP = 200;
const WIDE = new RegExp(` {${MAX_GAP},}`, 'g');

/** The title of a box, as typer and rich draw them: `╭─ Options ───╮`. */
const BOX_TITLE = /^(\s*)[╭┌┏]─{1,3} ([^─]{1,80}) ─.*$/u;
const BOX = /[\u2500-\u257F]/gu;
/** Dots that lead the eye from one column to the next. */
const LEADERS = / \.{4,} | {2}\.{2,3} {2}/g;
/** A point of a list before an option, or the star of what has to be given. */
const BULLET = /^(\s*)[•·*○▪](\s+)(?=-)/u;
/** Hyphens and minus signs that a typesetter put before an option. */
const DASHES = /(?<![\w\u2010-\u2015\u2212])[\u2010\u2011\u2013\u2212]+(?=[\w\u2010-\u2013\u2212])/gu;
/** A spelling in quotes: `'-h', '--help'`. */
const QUOTED = /(^|, ?| or )(['"`])(--?[\w?][^\s'"`]*)['"`]/g;

/**
 * Takes a help text apart into lines: no colours, no overstriking, no hidden characters, no frames or leading dots, tabs as
 * the columns they reach.
 */
export function readHelpLines(text: string): HelpLine[] {
  const plain = withoutHidden(stripTerminalSequences(text.replace(OVERSTRIKE, ''))).replace(WIDE, ' '.repeat(MAX_GAP));
  const lines = plain.split(/\r\n|\r|\n/).map((line, at) => {
    const wide = undecorated(expandTabs(line)).trimEnd();
    const trimmed = wide.trimStart();
    return { indent: wide.length - trimmed.length, text: trimmed, number: at + 1 };
  });
  return lines.reduce(rejoin, []);
}

/** Joins a line to the one above if that ends with `\`, or if a name was broken at the end of its column, as yargs does. */
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
  /** Without its colon; empty for what stands before the first heading. */
  readonly heading: string;
  readonly lines: readonly HelpLine[];
}

/** Of several that are as common the smallest. */
export function mostCommon(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted(([a, first], [b, second]) => second - first || a - b)[0]?.[0];
}
