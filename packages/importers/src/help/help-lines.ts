import { stripTerminalSequences, withoutHidden } from '@atip/core/internal';

/** One line of a help text. */
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

/** Takes a help text apart into lines: no colours, no overstriking, no hidden characters, tabs as the columns they reach. */
export function readHelpLines(text: string): HelpLine[] {
  const plain = withoutHidden(stripTerminalSequences(text.replace(OVERSTRIKE, ''))).replace(WIDE, ' '.repeat(MAX_GAP));
  return plain.split(/\r\n|\r|\n/).map((line, at) => {
    const wide = expandTabs(line).trimEnd();
    const trimmed = wide.trimStart();
    return { indent: wide.length - trimmed.length, text: trimmed, number: at + 1 };
  });
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
