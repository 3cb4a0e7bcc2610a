import type { HelpLine, HelpSection } from './help-lines.ts';

/** An option as the text has it. */
export interface OptionEntry {
  readonly head: OptionHead;
  /** White space collapsed; empty when there is none. */
  readonly description: string;
  /** Of its first line, from 1. */
  readonly line: number;
}

interface Draft {
  readonly head: OptionHead;
  readonly indent: number;
  readonly line: number;
  /** Column of the description, as soon as it is known. */
  column: number | undefined;
  readonly words: string[];
  /** It stands in a row with others, so that nothing below it is about it. */
  readonly inRow?: boolean;
}

/** More spellings no option has. */
const MAX_SPELLINGS = 6;

/** The options listed in a section, in order; lines of a description that begin with a flag are none. */
export function readOptions({ lines }: HelpSection): OptionEntry[] {
  const indents = cleanIndents(lines);
  const drafts: Draft[] = [];
  let open: Draft | undefined;
  for (const line of lines) {
    const starts = startsEntry(line, open, indents);
    if (starts.length > 0) {
      drafts.push(...join(drafts, starts));
      open = drafts.at(-1);
    } else if (line.text !== '' && open !== undefined) {
      if (line.indent > open.indent) extend(open, line);
      else open = undefined;
    }
  }
  return mergeAliases(drafts).map(({ head, line, words }) => ({ head, line, description: tidy(words) }));
}

/** Columns at which lines begin that cannot be but options: head, then nothing or two spaces. */
function cleanIndents(lines: readonly HelpLine[]): ReadonlySet<number> {
  const clean = lines.filter(({ text }) => {
    const head = readOptionHead(text);
    return head !== undefined && /^(?:$| {2,}|\s*:)/.test(text.slice(head.length));
  });
  return new Set(clean.map(({ indent }) => indent));
}

function startsEntry(line: HelpLine, open: Draft | undefined, indents: ReadonlySet<number>): Draft[] {
  const head = readOptionHead(line.text);
  if (head === undefined) return [];
  if (open !== undefined && !open.head.goesOn && line.indent > open.indent) {
    if (open.column !== undefined && line.indent >= open.column) return [];
    // Deeper, with nothing said of the option above yet: its description, unless options are known to stand there.
    if (open.column === undefined && open.words.length === 0 && !indents.has(line.indent)) return [];
  }
  const inline = readInlineOptions(line);
  if (inline.length > 0) return inline;
  // A sentence that names options, not an option of many spellings.
  if (head.flags.length > MAX_SPELLINGS) return [];
  const rest = line.text.slice(head.length);
  if (!endsHead(rest, line, indents)) return [];
  return splitColumns({ head, indent: line.indent, line: line.number, column: undefined, words: [] }, line, rest);
}

/** Words in a row of flags that are none: `FILE`, `[-/]MODE`, `N[bck]`, and the `;` or `{} +` that ends a command. */
const ROW_VALUE = /^(?:[A-Z]+(?:\[[^\s\]]*\])?|\[[^\s\]]*\][A-Z]*|\{\}|[;+])$/;

/** Longest line that is read as a row. */
const MAX_ROW = 1000;

/** Options in a row that are given no description, as find lists its tests. */
function readInlineOptions({ text, indent, number }: HelpLine): Draft[] {
  if (text.length > MAX_ROW) return [];
  const drafts: { readonly flag: string; readonly labels: string[] }[] = [];
  for (const word of text.split(' ')) {
    const last = drafts.at(-1);
    if (/^--?[A-Za-z][\w-]*$/.test(word)) drafts.push({ flag: word, labels: [] });
    else if (last !== undefined && ROW_VALUE.test(word)) last.labels.push(word);
    else return [];
  }
  if (drafts.length < 2) return [];
  return drafts.map(({ flag, labels }) => {
    // One letter may be a number with a sign, `-mtime +7`.
    const values = labels.map((label) => ({
      label: label.length === 1 ? '' : label,
      style: 'space' as const,
      optional: false,
    }));
    const head = { flags: [flag], values, repeats: false, length: text.length, goesOn: false };
    return { head, indent, line: number, column: undefined, words: [], inRow: true };
  });
}

function endsHead(rest: string, line: HelpLine, indents: ReadonlySet<number>): boolean {
  if (rest === '' || /^(?: {2,}|\s*:(?:\s|$)|\s--?\s|\s\()/.test(rest)) return true;
  // One space only: a spelling too long for its column, or a sentence that begins with a flag.
  return /^[ .]\S/.test(rest) && indents.has(line.indent);
}

/** No line of a terminal has room for more. */
const MAX_COLUMNS = 4;

/** Two options side by side on one line, as zip has them. */
function splitColumns(draft: Draft, line: HelpLine, rest: string, columns = MAX_COLUMNS): Draft[] {
  const second = columns === 1 ? null : /\s{2,}(?=-{1,2}[\w@?][\w-]* {2,}\S)/.exec(rest.slice(2));
  const own = second === null ? rest : rest.slice(0, second.index + 2);
  const text = own.replace(/^\s*(?::|--?|=)?\s+|^:$/, '').replace(/^= /, '');
  if (text !== '' && text !== ':') {
    draft.column = line.indent + line.text.indexOf(text, draft.head.length);
    draft.words.push(text);
  }
  if (second === null) return [draft];
  const at = draft.head.length + second.index + 2 + second[0].length;
  const right = { ...line, indent: line.indent + at, text: line.text.slice(at) };
  const head = readOptionHead(right.text);
  if (head === undefined) return [draft];
  const next: Draft = { head, indent: draft.indent, line: line.number, column: undefined, words: [] };
  return [draft, ...splitColumns(next, right, right.text.slice(head.length), columns - 1)];
}

function extend(draft: Draft, { indent, text }: HelpLine): void {
  draft.column ??= indent;
  draft.words.push(text.replace(/^:\s+/, ''));
}

/** A head that ends with a comma has the rest of its spellings on the next line. */
function join(drafts: Draft[], starts: readonly Draft[]): readonly Draft[] {
  const [first] = starts;
  const before = drafts.at(-1);
  if (first === undefined || before?.head.goesOn !== true || before.words.length > 0) return starts;
  drafts.pop();
  return [{ ...first, head: together(before.head, first.head), line: before.line }, ...starts.slice(1)];
}

/** Merges spellings on lines of their own into one option if they take the same value; two long ones stay two options. */
function mergeAliases(drafts: readonly Draft[]): Draft[] {
  const merged: Draft[] = [];
  for (const draft of drafts) {
    const before = merged.at(-1);
    const label = before?.head.values[0]?.label;
    const names = [...(before?.head.flags ?? []), ...draft.head.flags];
    const alike = names.some((flag) => !flag.startsWith('--')) && draft.inRow !== true && before?.inRow !== true;
    const same = alike && label !== undefined && label !== '' && label === draft.head.values[0]?.label;
    if (before !== undefined && same && before.words.length === 0 && draft.line === before.line + 1) {
      merged.pop();
      merged.push({ ...draft, head: together(before.head, draft.head) });
    } else merged.push(draft);
  }
  return merged;
}

function together(first: OptionHead, second: OptionHead): OptionHead {
  return {
    ...second,
    flags: [...new Set([...first.flags, ...second.flags])],
    values: second.values.length > 0 ? second.values : first.values,
    repeats: first.repeats || second.repeats,
  };
}

function tidy(words: readonly string[]): string {
  return words.join(' ').replace(/\s+/g, ' ').trim();
}

/** How an option's value is written in a help text. */
export interface ShownValue {
  /** Its placeholder, without brackets, such as `FILE` or `a|b`. */
  readonly label: string;
  /** `equals`: `--name=V`; `space`: `--name V`; `attached`: `-nV`. */
  readonly style: 'equals' | 'space' | 'attached';
  /** The option can also be given without it. */
  readonly optional: boolean;
}

/** The part of a help text's line before the description. */
interface OptionHead {
  /** As they are typed; `--[no-]x` gives both. */
  readonly flags: readonly string[];
  /** More than one: the option takes several values. */
  readonly values: readonly ShownValue[];
  /** It is shown with `...`. */
  readonly repeats: boolean;
  /** Characters of the line that belong to it. */
  readonly length: number;
  /** It ends with a comma or bar, so that more spellings stand on the next line. */
  readonly goesOn: boolean;
}

const FLAG = /(?:--?\[no-?\]|--?|\+)[A-Za-z0-9?@#%$^*_:][\w?@#.+:-]*/y;
/** The characters between two spellings. */
const SEPARATOR = /\s?[|/]\s?|,\s*|\s+or\s+|\s(?=-)/y;
/** A remark between a spelling and the next, as in `-1 ("one"), --single-transaction`. */
const REMARK = /\s\([^()]{1,40}\)(?=[,\s]|$)/y;

interface Cursor {
  readonly text: string;
  at: number;
}

/**
 * Reads the spellings and values at the start of a line: `-o, --output=FILE  where to write` has two flags and `FILE`.
 *
 * @returns undefined where the line does not begin with an option
 */
export function readOptionHead(text: string): OptionHead | undefined {
  const cursor: Cursor = { text, at: 0 };
  const flags: string[] = [];
  let values: readonly ShownValue[] = [];
  let repeats = false;
  for (;;) {
    const flag = take(cursor, FLAG);
    if (flag === '') break;
    flags.push(...spellings(trimFlag(flag, cursor)));
    take(cursor, REMARK);
    const shown = readValues(cursor);
    if (shown.length >= values.length && shown.length > 0) values = shown;
    repeats = take(cursor, /\s?\[?(?:,\s?)?\.\.\.\]?/y) !== '' || repeats;
    const end = cursor.at;
    if (take(cursor, SEPARATOR) === '' || !startsFlag(cursor)) {
      cursor.at = end;
      break;
    }
  }
  if (flags.length === 0) return undefined;
  const goesOn = take(cursor, /[,|](?=\s*$)/y) !== '';
  return { flags: [...new Set(flags)], values, repeats, length: cursor.at, goesOn };
}

function startsFlag({ text, at }: Cursor): boolean {
  return /^(?:--?[\w?@#[]|\+\w)/.test(text.slice(at, at + 4));
}

/** Full stops, colons and dots at a flag's end are the sentence's. */
function trimFlag(flag: string, cursor: Cursor): string {
  const bare = flag.replace(/[:.+-]+$/, '');
  const isSign = /^(?:--?|\+)[:.+]$/.test(flag);
  if (isSign || bare.length === flag.length) return flag;
  cursor.at -= flag.length - bare.length;
  return bare;
}

function spellings(flag: string): string[] {
  const [, dashes = '', no = '', name = ''] = /^(--?)\[(no-?)\](.+)$/.exec(flag) ?? [];
  return name === '' ? [flag] : [`${dashes}${name}`, `${dashes}${no}${name}`];
}

/** Values in brackets of any kind, nested up to three deep. */
const BRACKETED =
  /<[^<>]{0,120}>|\{[^{}]{0,200}(?:\{[^{}]{0,200}\}[^{}]{0,200}){0,2}\}|\[[^[\]]{0,120}(?:\[[^[\]]{0,80}\][^[\]]{0,80}){0,3}\]|\([^()\s]{1,80}\)/y;
const CAPITALS = /[A-Z][A-Z0-9_]*(?:[-:./|,][A-Z0-9_]+)*(?=[\s,.:[\]|=]|$)/y;
/** Quoted, or whatever stands without white space behind `=`. */
const WORD = /'[^']{0,80}'|"[^"]{0,80}"|[^\s,[\]()<>{}]+/y;

function readValues(cursor: Cursor): ShownValue[] {
  const values: ShownValue[] = [];
  for (let value = readValue(cursor); value !== undefined && values.length < 4; value = readFurther(cursor)) {
    values.push(value);
  }
  return values;
}

/** A second value looks like the first: in brackets, or in capitals with nothing but space behind. */
function readFurther(cursor: Cursor): ShownValue | undefined {
  const isBracketed = cursor.text[cursor.at - 1] === '>';
  const next = isBracketed ? /^ </ : /^ [A-Z][A-Z0-9_]*(?: {2,}|$| [A-Z])/;
  return next.test(cursor.text.slice(cursor.at)) ? readMore(cursor) : undefined;
}

function readValue(cursor: Cursor): ShownValue | undefined {
  const optional = take(cursor, /\[=(?=[^\]]{1,120}\])/y) !== '';
  if (optional)
    return shown(`${take(cursor, /(?:[^[\]]|\[[^[\]]{0,80}\]){1,120}/y)}${skip(cursor, ']')}`, 'equals', true);
  if (take(cursor, /=\s?(?=[,|\s]|$)/y).startsWith('=')) return shown('', 'equals', false);
  if (take(cursor, /=/y) !== '') return shown(readPieces(cursor), 'equals', false);
  const attached = /^[<[{]/.test(cursor.text.slice(cursor.at)) && !/^\[(?:\.\.\.|,)/.test(cursor.text.slice(cursor.at));
  if (attached) return shownBracket(readPieces(cursor), 'attached');
  return readMore(cursor);
}

/** A value behind one space. */
function readMore(cursor: Cursor): ShownValue | undefined {
  const before = cursor.at;
  if (take(cursor, /\s(?=\S)/y) === '') return undefined;
  const next = cursor.text[cursor.at] ?? '';
  if (/[<[{]/.test(next) || (next === '(' && /^\([^()]*\|/.test(cursor.text.slice(cursor.at)))) {
    // A list of further spellings in brackets is none of its values: `[-w|--workspace …]`.
    if (!/^[[(]-/.test(cursor.text.slice(cursor.at))) return shownBracket(readPieces(cursor), 'space');
  } else {
    const word = take(cursor, CAPITALS) || take(cursor, /[a-z@][\w@:./|=-]*(?=,? {2,}|,?$|, -|\||\s?\[| :(?:\s|$))/iy);
    if (word !== '' && !/^or$/i.test(word)) {
      return shown(word + takeTail(cursor), 'space', false);
    }
  }
  cursor.at = before;
  return undefined;
}

/** The part of a value that follows without a space: `<a>[=<b>]`, `FILE[,FILE]`. Dots behind it say that it repeats. */
function readPieces(cursor: Cursor): string {
  let label = '';
  for (let piece = readPiece(cursor, label); piece !== ''; piece = readPiece(cursor, label)) label += piece;
  return label;
}

function readPiece(cursor: Cursor, before: string): string {
  const repeats = before !== '' && /^\[?,?\s?\.\.\./.test(cursor.text.slice(cursor.at, cursor.at + 6));
  return repeats ? '' : take(cursor, BRACKETED) || take(cursor, WORD);
}

function takeTail(cursor: Cursor): string {
  return /^[[<{]/.test(cursor.text.slice(cursor.at)) && !/^\[(?:\.\.\.|,)/.test(cursor.text.slice(cursor.at))
    ? readPieces(cursor)
    : '';
}

function shownBracket(label: string, style: ShownValue['style']): ShownValue {
  // One pair of square brackets around all of it, so that nothing is needed.
  const optional = /^\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]$/.test(label) && !/^\[[^\]]*[=:/]\]/.test(label);
  return shown(optional ? label.slice(1, -1) : label, style, optional);
}

function shown(label: string, style: ShownValue['style'], optional: boolean): ShownValue {
  const bare = label.replace(/^=/, '').replace(/[:.]$/, '');
  const inner = /^<([^<>]*)>$|^\{([^{}]*)\}$|^\(([^()]*)\)$/.exec(bare);
  return { label: (inner ? (inner[1] ?? inner[2] ?? inner[3] ?? '') : bare).trim(), style, optional };
}

function skip(cursor: Cursor, character: string): '' {
  if (cursor.text[cursor.at] === character) cursor.at += 1;
  return '';
}

/** Takes what matches at the cursor; the pattern is sticky. */
function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? '';
  cursor.at += found.length;
  return found;
}
