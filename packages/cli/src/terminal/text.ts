import { escapeUnseen, stripTerminalSequences, visibleJson } from '@atip/core/internal';

/** Variation selectors choose between two drawings of a character, most often of a picture. */
const VARIATION_SELECTORS = /[\ufe00-\ufe0f]/g;
/** Characters of two columns: East Asian scripts, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;
/** After a pictograph the selector asks for its coloured drawing, as in our safety flags, and hides nothing. */
const SEEN = /(\n|\p{Extended_Pictographic}\ufe0f)/u;

/** Makes untrusted prose, such as a description, one line that is safe to print; removes terminal sequences. */
export function plainLine(text: string): string {
  return escapeUnseen(stripTerminalSequences(text).replace(VARIATION_SELECTORS, '').replace(/\s+/g, ' ').trim());
}

/** Text of which each character takes one column: Latin letters, and the punctuation of prose. */
const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e]*$/;
/** Such text with pictures, as in our safety flags: no character changes the one before it, except the selector of a picture. */
const PICTURES = /^(?:[ -~\u2010-\u2027]|\p{Extended_Pictographic}\ufe0f?)*$/u;
const CHARACTER = /\p{Extended_Pictographic}\ufe0f?|./gu;

/** The colours that we paint. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with the escape character
const COLOURS = /\u001b\[\d+m/g;

/** Columns of a line; a combining character and a colour take none. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return graphemes(text.replace(COLOURS, '')).reduce((sum, { width }) => sum + width, 0);
}

/** Shortens a line to a number of columns, ≥ 1, with an ellipsis where text is missing. */
export function cutText(text: string, columns: number): string {
  // No character takes more than two columns.
  if (text.length * 2 <= columns || textWidth(text) <= columns) return text;
  if (PLAIN.test(text)) return `${text.slice(0, columns - 1)}…`;
  let kept = '';
  let used = 0;
  for (const { segment, width } of graphemes(text)) {
    if (used + width > columns - 1) break;
    kept += segment;
    used += width;
  }
  return `${kept}…`;
}

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): { readonly segment: string; readonly width: number }[] {
  return segmentsOf(text).map((segment) => ({ segment, width: WIDE.test(segment) ? 2 : 1 }));
}

function segmentsOf(text: string): readonly string[] {
  if (PICTURES.test(text)) return text.match(CHARACTER) ?? [];
  // Loading its tables takes half as long as starting Node.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Breaks a line between words, so that each part has at most so many columns where its words have. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || textWidth(longer) > columns) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/**
 * Breaks the lines of a text between words, and keeps what follows a label in its column.
 * Shape, in 26 columns: `  may       destroy, write files` → `  may       destroy, write\n            files`
 * @param columns of the terminal. Absent: the text stays as it is.
 */
export function fitText(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => (textWidth(line) <= columns ? [line] : hangLine(line, columns)))
    .join('\n');
}

function hangLine(line: string, columns: number): string[] {
  const [label = '', indent = ''] = /^( *)(?:\S+(?: \d)? {2,})?/.exec(line) ?? [];
  // A wide label leaves no room beside it.
  const start = textWidth(label) > columns / 2 ? indent : label;
  const width = textWidth(start);
  const lines = wrapText(line.slice(start.length), columns - width);
  return lines.map((one, at) => (at === 0 ? start : ' '.repeat(width)) + one);
}

/** Shape: 1, `tool` → `1 tool`; 2, `tool` → `2 tools`. */
export function countOf(number: number, noun: string, several = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : several}`;
}

/** Writes a value as JSON that is safe to print. @param indent spaces for each level; 0 for one line */
export function toJson(value: unknown, indent = 2): string {
  const parts = JSON.stringify(value, null, indent).split(SEEN);
  return parts.map((part, at) => (at % 2 === 1 ? part : visibleJson(part))).join('');
}

const GAP = 2;
/** A narrower column would be unreadable. */
const NARROWEST = 4;

/**
 * Lays out rows in columns; the first row is the heading. Every cell is one line and safe to print.
 * @param columns of the terminal. Absent: nothing is cut.
 */
export function formatTable(rows: readonly (readonly string[])[], columns: number | undefined): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => textWidth(row[at] ?? ''))));
  if (columns !== undefined) shrink(widths, columns);
  return rows.map((row) => {
    const cells = widths.map((width, at) => {
      const cell = cutText(row[at] ?? '', width);
      return cell + ' '.repeat(width - textWidth(cell) + GAP);
    });
    return cells.join('').trimEnd();
  });
}

/** Takes columns from the widest until all fit, or none can shrink. */
function shrink(widths: number[], columns: number): void {
  let spare = columns - widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
  while (spare < 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) return;
    widths[widths.indexOf(widest)] = widest - 1;
    spare += 1;
  }
}
