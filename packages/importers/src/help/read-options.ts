import { type HelpLine, type HelpSection, mostCommon } from './help-lines.ts';
import { type OptionHead, readOptionHead, shownAs, type ShownValue } from './option-head.ts';

export interface OptionEntry {
  readonly head: OptionHead;
  /** With collapsed white space; empty without any. */
  readonly description: string;
  /** Number of its first line, from 1. */
  readonly line: number;
}

interface Draft {
  readonly head: OptionHead;
  readonly indent: number;
  readonly line: number;
  /** Column of the description, once known. */
  column: number | undefined;
  readonly words: string[];
  /** It is in a row with others, so lines below do not describe it. */
  readonly inRow?: boolean;
}

/** Most spellings of an option. */
const MAX_SPELLINGS = 6;
/** Options begin before this column. */
const MAX_COLUMN = 60;

/** The options of a section, and lines that look like an option but are unreadable. */
interface OptionList {
  readonly entries: readonly OptionEntry[];
  readonly unread: readonly HelpLine[];
}

/** The options listed in a section, in order; lines of a description that begin with a flag do not count. */
export function readOptions({ lines }: Pick<HelpSection, 'lines'>): OptionList {
  const shape = { indents: cleanIndents(lines), column: textColumn(lines) };
  const drafts: Draft[] = [];
  const unread: HelpLine[] = [];
  let open: Draft | undefined;
  for (const [at, line] of lines.entries()) {
    // A sentence continues on the next line, which may begin with a flag.
    const before = lines[at - 1];
    const inParagraph =
      open === undefined &&
      before?.indent === line.indent &&
      /^(?:\S+ ){6,}\S*[^\s:]$/.test(before.text) &&
      !/^-/.test(before.text);
    const starts = startsEntry(line, open, shape, inParagraph);
    if (starts.length > 0) {
      drafts.push(...join(drafts, starts));
      open = drafts.at(-1);
    } else if (line.text !== '') {
      // yargs: `[choices: "a", "b"]` begins as far to the left as it has to.
      const isNote = /^\[(?:choices|default|string|number|array|boolean|required|count)\b/.test(line.text);
      if (open !== undefined && line.indent <= open.indent && !isNote) open = undefined;
      if (line.indent < (open?.column ?? MAX_COLUMN) && readOptionHead(line.text) !== undefined) unread.push(line);
      if (open !== undefined) extend(open, line);
    }
  }
  const entries = mergeAliases(drafts).map(({ head, line, words }) => ({ head, line, description: tidy(words) }));
  return { entries, unread };
}

/**
 * Columns where only options can begin: a head, then nothing or two spaces; and the columns of their long spellings.
 */
function cleanIndents(lines: readonly HelpLine[]): ReadonlySet<number> {
  return new Set(
    lines.flatMap(({ text, indent }) => {
      const head = readOptionHead(text);
      if (head === undefined || !/^(?:$| {2,}|\s*:)/.test(text.slice(head.length))) return [];
      const long = text.slice(0, head.length).indexOf(' --');
      return long === -1 ? [indent] : [indent, indent + long + 1];
    }),
  );
}

/** The column where most descriptions of a list begin, after two spaces; undefined without one. */
function textColumn(lines: readonly HelpLine[]): number | undefined {
  const columns = lines.flatMap(({ text, indent }) => {
    const length = readOptionHead(text)?.length ?? text.length;
    const gap = / {2,}(?=\S)/y;
    gap.lastIndex = length;
    return gap.test(text) ? [indent + gap.lastIndex] : [];
  });
  return mostCommon(columns);
}

interface Shape {
  readonly indents: ReadonlySet<number>;
  readonly column: number | undefined;
}

/** The head of a line. One space is enough before a description in the common column. */
function headOf({ text, indent }: HelpLine, column: number | undefined): OptionHead | undefined {
  const whole = readOptionHead(text);
  const end = (column ?? indent) - indent - 1;
  const isClean = whole === undefined || /^(?:$| {2,})/.test(text.slice(whole.length));
  if (whole !== undefined && !isClean) {
    const gap = text.slice(whole.length, end + 1);
    const values = phraseIn(gap);
    if (values.length > 0) return { ...whole, values, length: whole.length + gap.trimEnd().length };
  }
  if (isClean || end <= 0 || !/^ [^\s<[{(-]/.test(text.slice(end, end + 2))) return whole;
  const own = readOptionHead(text.slice(0, end));
  return own?.length === end ? own : whole;
}

/**
 * A value of a few words, which cobra takes from a description: `--env environment variable   add …`; single letters
 * are a value each.
 */
function phraseIn(gap: string): readonly ShownValue[] {
  const [, phrase] = /^ ((?!(?:or|and|is) )[a-z/][^\s,;:]*(?: [\w/.]+){0,3}) {2,}$/.exec(gap) ?? [];
  if (phrase === undefined) return [];
  const labels = /^\w(?: \w)+$/.test(phrase) ? phrase.split(' ') : [phrase];
  return labels.map(shownAs);
}

function startsEntry(
  line: HelpLine,
  open: Draft | undefined,
  { indents, column }: Shape,
  inParagraph: boolean,
): Draft[] {
  const head = headOf(line, column);
  if (head === undefined || (inParagraph && !/^ {2,}/.test(line.text.slice(head.length)))) return [];
  if (open !== undefined && !open.head.goesOn && line.indent > open.indent) {
    if (open.column !== undefined && line.indent >= open.column) return [];
    // A deeper line before any description is the description of the option above, unless options begin there.
    if (open.column === undefined && open.words.length === 0 && !indents.has(line.indent)) return [];
  }
  const inline = [readInlineOptions(line), readRow(line)].find((row) => row.length > 0) ?? [];
  if (inline.length > 0) return inline;
  // A sentence that mentions options, not an option with many spellings.
  if (head.flags.length > MAX_SPELLINGS && !head.isApart) return [];
  const rest = line.text.slice(head.length);
  if (!endsHead(rest, head, indents.has(line.indent) || line.indent + head.length + 1 === column)) return [];
  return splitColumns({ head, indent: line.indent, line: line.number, column: undefined, words: [] }, line, rest);
}

/** Words in a row of flags that are values: `FILE`, `[-/]MODE`, `N[bck]`, and the `;` or `{} +` that ends a command. */
const ROW_VALUE = /^(?:[A-Z]+(?:\[[^\s\]]*\])?|\[[^\s\]]*\][A-Z]*|\{\}|[;+])$/;

/** Longest line that is read as a row. */
const MAX_ROW = 1000;

/** Options in a row without descriptions, such as find's tests. */
function readInlineOptions(line: HelpLine): Draft[] {
  const { text } = line;
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
    // One letter may take a signed number, `-mtime +7`.
    return rowEntry(
      line,
      flag,
      labels.map((label) => shownAs(label.length === 1 ? '' : label)),
    );
  });
}

function rowEntry(
  { text, indent, number }: HelpLine,
  flag: string,
  values: readonly ShownValue[],
  word?: string,
): Draft {
  const head = { flags: [flag], values, repeats: false, length: text.length, goesOn: false, isApart: false };
  return { head, indent, line: number, column: undefined, words: word === undefined ? [] : [word], inRow: true };
}

/** tar of BSD: `-i Input  -o Output  -p Pass`. */
function readRow(line: HelpLine): Draft[] {
  const { text } = line;
  const parts = text.length > MAX_ROW ? [] : text.split(/ {2,}(?=-[A-Za-z] )/);
  const found = parts.map((part) => /^(-[A-Za-z]) {1,2}([A-Z]?[a-z]+(?: [\w ]+)?|[a-z][\w ]*)$/.exec(part));
  if (parts.length < 2 || found.includes(null) || !found.some((part) => /^-\w [A-Z][a-z]/.test(part?.[0] ?? '')))
    return [];
  return found.map((part) => rowEntry(line, part?.[1] ?? '', [], part?.[2] ?? ''));
}

/**
 * @param isListed options begin at its column
 */
function endsHead(rest: string, { values }: OptionHead, isListed: boolean): boolean {
  if (rest === '' || /^(?:,? {2,}|\s*:(?:\s|$)|\s(?:--?|=)\s|\s(?:\(|\[-))/.test(rest)) return true;
  // One space only: a spelling too long for its column, or a sentence that begins with a flag, without `=VALUE`.
  return /^[ .]\S/.test(rest) && (isListed || values.some(({ style, label }) => style === 'equals' && label !== ''));
}

/** No terminal's line fits more. */
const MAX_COLUMNS = 4;

/** Two options side by side on one line, as in zip's help. */
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

/** A head that ends with a comma continues on the next line. */
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
