/** Text for a person who decides about it. The only place that escapes characters for the eye. */
import { CONTROLS, UNSEEN } from '@atip/core/internal';
import { countOf } from './words.ts';

/** Marks without a letter, and more than two on one letter, reach into the text around them. */
const STACKED = String.raw`^\p{M}|(?<=\p{M}{2})\p{M}`;

const ARGUMENT = new RegExp(String.raw`\\|⟨|^ +| {4,}| {1,3}$|${STACKED}|${UNSEEN.source}`, 'gu');
const JSON_LINE = new RegExp(`⟨| {4,}|${STACKED}|${UNSEEN.source}`, 'gu');
const OUTPUT = new RegExp(String.raw`(?![\n\t])[${CONTROLS}]`, 'gu');

/**
 * Makes everything in a text visible, for a person who is about to approve it. Letters that look alike stay as they
 * are; apart from these, two texts never look the same.
 *
 * Shape: `"a\u001b[2J\\n"` → `"a\\u{1b}[2J\\\\n"`; line feed and tab become `\n` and `\t`, a backslash `\\`. Spaces at
 * either end, and more than three together, become `⟨8,000 spaces⟩`; `⟨` itself is escaped.
 */
export function visibleText(text: string): string {
  return text.replace(ARGUMENT, escaped);
}

/** `visibleText` for one element of a command line: an empty one is seen, too. */
export function visibleArgument(argument: string): string {
  return argument === '' ? '⟨empty⟩' : visibleText(argument);
}

/** A value as indented JSON, with its invisible characters escaped as well. */
export function visibleJson(value: unknown): string {
  // JSON has no line feed inside a string, so what starts a line is indentation and no part of the value.
  return JSON.stringify(value, null, 2).replace(/^( *)(.*)$/gm, (_line, indent: string, rest: string) => {
    return indent + rest.replace(JSON_LINE, escaped);
  });
}

/** Like `visibleText`, but line feeds, tabs, spaces and backslashes stay: for the output of a process. */
export function visibleOutput(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(OUTPUT, escaped);
}

function escaped(match: string): string {
  if (match.startsWith(' ')) return `⟨${countOf(match.length, 'space')}⟩`;
  if (match === '\\') return '\\\\';
  if (match === '\n') return '\\n';
  if (match === '\t') return '\\t';
  return `\\u{${(match.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The start of a text for a sentence about it, as `visibleText` shows it. */
export function shortText(text: string, most = 80): string {
  return visibleText(text.length > most ? `${text.slice(0, most)}…` : text);
}
