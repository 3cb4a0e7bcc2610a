/** Longest spelling with its value. */
const MAX_SPELLING = 120;

export interface ShownValue {
  /** Its placeholder, without brackets, such as `FILE` or `a|b`. */
  readonly label: string;
  /** `equals`: `--name=V`; `space`: `--name V`; `attached`: `-nV`. */
  readonly style: 'equals' | 'space' | 'attached';
  /** The option can also be given without a value. */
  readonly optional: boolean;
  /** True: it takes several values, joined by commas: `CODE1,CODE2...`. */
  readonly isList?: boolean;
  /** True: it takes several values, or the option can be repeated: `<file...>`. */
  readonly isMany?: boolean;
}

export interface OptionHead {
  /** As typed; `--[no-]x` gives both, `-sS/sT` and `-0 ... -9` all their flags. */
  readonly flags: readonly string[];
  /** Its spellings are separate options, although they share a line. */
  readonly isApart: boolean;
  /** More than one: the option takes several values. */
  readonly values: readonly ShownValue[];
  /** It is shown with `...`. */
  readonly repeats: boolean;
  /** Characters of the line that belong to it. */
  readonly length: number;
  /** It ends with a comma or bar, so more spellings follow on the next line. */
  readonly goesOn: boolean;
}

const FLAG =
  /(?:--?\[[a-z]+-?\]|--?|\+)(?:[A-Za-z0-9?@#%$^*_:!]|[.=](?=[,\s]))[\w?@#.+:-]*(?:(?<=--\w[\w-]{0,40})\[[a-z]\]\w[\w-]*)?/y;
/** The characters between two spellings. */
const SEPARATOR = /\s?[|/]\s?|[,;]\s*|\s+or\s+|\s[[(]?(?=-)/y;
/** Short and long spellings in columns of their own. */
const GAP = /\s{2,}(?=-)/y;
/** A remark between a spelling and the next, as in `-1 ("one"), --single-transaction`. */
const REMARK = /\s\((?!-)[^()]{1,40}\)(?=[,\s]|$)/y;
/** The dash is written once: `-sS/sT`, `--min-rate/max-rate`. */
const SHARED_DASH = /\/[A-Za-z][\w-]*/y;
/** `-0 ... -9` and `-1..-9`. */
const RANGE = /(?:, -\d){0,8}(?:,\s)?\s?(?:\.{2,3}|to),?\s?-(\d)(?!\d)/y;
const DOTS = /\s?\[?(?:,\s?)?\.{2,3}\]?/y;

interface Cursor {
  readonly text: string;
  at: number;
}

/**
 * Reads the spellings and values at the start of a line: `-o, --output=FILE  where to write` has two flags and `FILE`.
 *
 * @returns undefined if the line does not begin with an option
 */
export function readOptionHead(text: string): OptionHead | undefined {
  const cursor: Cursor = { text, at: 0 };
  const flags: string[] = [];
  let values: readonly ShownValue[] = [];
  let [repeats, isApart, end, valued] = [false, false, 0, 0];
  for (;;) {
    const flag = trimFlag(take(cursor, FLAG), cursor);
    if (flag === '') break;
    // symfony: `-v|vv|vvv` is one flag, given more than once.
    repeats ||= take(cursor, /(?<=-\w)\|(\w)\1+(?:\|\1+)*(?=,|\s|$)/y) !== '';
    const more = furtherFlags(flag, cursor);
    isApart ||= more.length > 0;
    flags.push(...spellings(flag), ...more);
    // subversion: `-q [--quiet]`, ledger: `--actual (-L)`.
    take(cursor, /[\])](?=\s|$)/y);
    // cmake: `,/?` for Windows users.
    take(cursor, /,\/[?\w]+/y);
    take(cursor, REMARK);
    const shown = readValues(cursor);
    if (shown.length >= values.length && shown.length > 0) values = shown;
    // mpv: three names with a value each are three options; a short list may be of aliases.
    valued += shown.length > 0 && kindOf(flag) === 'long' ? 1 : 0;
    isApart ||= valued > 2;
    const dots = take(cursor, DOTS);
    if (/^\[?,/.test(dots)) values = values.map((value) => ({ ...value, isList: true }));
    // bup: `--name ...` has an unnamed value, while `--verbose...` may be repeated.
    const isValue = values.length === 0 && /^\s\.{3}$/.test(dots);
    if (isValue) values = [shownAs('')];
    repeats ||= dots !== '' && !isValue;
    end = cursor.at;
    const separator = take(cursor, SEPARATOR);
    isApart ||= separator === '/' && kindOf(text.slice(cursor.at)) === kindOf(flag);
    if (separator === '' ? !crossesGap(cursor, flags) : !startsFlag(cursor)) break;
  }
  cursor.at = end;
  if (flags.length === 0) return undefined;
  const goesOn = take(cursor, /[,|](?=\s*$)/y) !== '';
  const hasLong = flags.some((flag) => kindOf(flag) === 'long');
  // less: `-bn or --buffers=n`.
  const bare = flags.map((flag) =>
    hasLong && /^-\w/.test(flag) && flag.slice(2) === values[0]?.label ? flag.slice(0, 2) : flag,
  );
  return { flags: [...new Set(bare)], values, repeats, isApart, length: cursor.at, goesOn };
}

function kindOf(text: string): 'long' | 'short' {
  return text.startsWith('--') ? 'long' : 'short';
}

/** Further flags in a line, without a dash of their own: `-sS/sT`, `-0 ... -9`. */
function furtherFlags(flag: string, cursor: Cursor): string[] {
  const first = /^-(\d)$/.exec(flag)?.[1];
  const last = first === undefined ? undefined : /\d$/.exec(take(cursor, RANGE))?.[0];
  if (first !== undefined && last !== undefined)
    return [...'0123456789'].filter((digit) => digit > first && digit <= last).map((digit) => `-${digit}`);
  const more: string[] = [];
  for (;;) {
    const before = cursor.at;
    const next = take(cursor, SHARED_DASH).replace('/', kindOf(flag) === 'long' ? '--' : '-');
    if (next === '') return more;
    if (kindOf(flag) === 'long' || next.length === flag.length) more.push(next);
    else {
      // `-I/usr/include` is a flag with its value.
      cursor.at = before;
      return more;
    }
  }
}

/** Skips white space if the long spellings follow in a column of their own, or the short ones after the long. */
function crossesGap(cursor: Cursor, flags: readonly string[]): boolean {
  if (take(cursor, GAP) === '') return false;
  const rest = cursor.text.slice(cursor.at, cursor.at + MAX_SPELLING);
  const isOther = flags.every((flag) => kindOf(flag) !== kindOf(rest));
  // A column ends with white space too; a sentence that begins with a flag does not.
  return isOther && /^(?:--\w\S*(?: (?=[-A-Z<[])|\s{2,}|$)|-\w(?=\s{2,}|$))/.test(rest);
}

function startsFlag({ text, at }: Cursor): boolean {
  return /^(?:--?[\w?@#![]|\+\w)/.test(text.slice(at, at + 4));
}

/** Full stops, colons and dots at a flag's end are the sentence's. */
function trimFlag(flag: string, cursor: Cursor): string {
  // zstd: `-T#` is a flag with a number.
  const bare = flag.replace(/(?<=^-[A-Za-z])#$|[:.+-]+$/, '');
  // Java: `-agentlib:<name>`, where the colon is typed.
  const isSign = /^(?:--?|\+)[:.+]$/.test(flag) || (flag.endsWith(':') && /^[<[{]/.test(cursor.text.slice(cursor.at)));
  if (isSign || bare.length === flag.length) return flag;
  cursor.at -= flag.length - bare.length;
  return bare;
}

function spellings(flag: string): string[] {
  const [, dashes = '', no = '', name = ''] = /^(--?)\[([a-z]+-?)\](.+)$/.exec(flag) ?? [];
  // exa: `--colo[u]r`.
  const letter = /\[([a-z])\]/.exec(flag);
  if (letter !== null && name === '') return [flag.replace(letter[0], ''), flag.replace(letter[0], letter[1] ?? '')];
  return name === '' ? [flag] : [`${dashes}${name}`, `${dashes}${no}${name}`];
}

/** Values in brackets of any kind, nested up to three deep. */
const BRACKETED =
  /<[^<>]{0,120}(?:<[^<>]{0,80}>[^<>]{0,80}){0,3}>|\{[^{}]{0,200}(?:\{[^{}]{0,200}\}[^{}]{0,200}){0,2}\}|\[[^[\]]{0,120}(?:\[[^[\]]{0,80}\][^[\]]{0,80}){0,3}\]|\([^()\s]{1,80}\)/y;
const CAPITALS = /(?:INTEGER|FLOAT) RANGE|[A-Z][A-Z0-9_]*(?:[-:./|,=][A-Z0-9_]+)*(?=[\s,.:[\]|=]|$)/y;
const CHOICES = /[a-z][\w-]*(?:\|(?:[\w-]+|<[\w-]+>))+(?=\s|$)/y;
/** Quoted, or any word without white space after `=`. */
const WORD = /'[^']{0,80}'|"[^"]{0,80}"|(?:[^\s,[\]()<>{}:]|:(?!\s|$))+/y;
/** A comma inside a value, and not before the next spelling. */
const COMMA = /,(?=[\w<[{'"])/y;
/** A value in a column of its own, between the spellings and the description. */
const VALUE_COLUMN = /\s{2,}(?=(?:[A-Z][A-Z0-9_]+|<[^<>\s]+>|\[[^[\]\s]*\|[^[\]\s]*\]|#(?:\[[^[\]\s]*\])?) {2,}\S)/y;

function readValues(cursor: Cursor): ShownValue[] {
  const values: ShownValue[] = [];
  for (let value = readValue(cursor); value !== undefined && values.length < 4; value = readFurther(cursor)) {
    values.push(value);
  }
  return values;
}

/** A second value looks like the first: in brackets, or in capitals followed only by space. */
function readFurther(cursor: Cursor): ShownValue | undefined {
  const isBracketed = cursor.text[cursor.at - 1] === '>';
  const next = isBracketed ? /^ </ : /^ [A-Z][A-Z0-9_]*(?: {2,}|$| [A-Z])/;
  return next.test(cursor.text.slice(cursor.at)) ? readMore(cursor) : undefined;
}

function readValue(cursor: Cursor): ShownValue | undefined {
  const optional = take(cursor, /\[=(?=[^\]]{1,120}\])/y) !== '';
  if (optional) {
    const label = take(cursor, /(?:[^[\]]|\[[^[\]]{0,80}\]){1,120}(?=\])/y) || take(cursor, /\S+/y);
    return shown(`${label}${skip(cursor, ']')}`, 'equals', true);
  }
  // A list of values that goes on below.
  if (take(cursor, /\[=?[^\]]*,$/y) !== '') return shown('', 'equals', true);
  if (take(cursor, /=\s?(?=[,|\s]|$)/y).startsWith('=')) return shown('', 'equals', false);
  if (take(cursor, /=/y) !== '') return shown(readPieces(cursor), 'equals', false);
  if (take(cursor, /#(?=[\s,/]|$)/y) !== '') return shown('num', 'attached', false);
  const attached =
    /^[<[{]/.test(cursor.text.slice(cursor.at)) && !/^\[(?:\.\.\.|,\s?\.\.)/.test(cursor.text.slice(cursor.at));
  if (attached) return shownBracket(readPieces(cursor), 'attached');
  return readMore(cursor);
}

/** A value behind one space. */
function readMore(cursor: Cursor): ShownValue | undefined {
  const before = cursor.at;
  if (take(cursor, /\s(?=\S)/y) === '' && take(cursor, VALUE_COLUMN) === '') return undefined;
  const next = cursor.text[cursor.at] ?? '';
  if (/[<[{]/.test(next) || (next === '(' && /^\([^()]*\|/.test(cursor.text.slice(cursor.at)))) {
    // A bracketed list of further spellings is not a value: `[-w|--workspace …]`.
    if (!/^[[(]-/.test(cursor.text.slice(cursor.at))) return shownBracket(readPieces(cursor), 'space');
  } else {
    const word =
      take(cursor, CAPITALS) ||
      take(cursor, CHOICES) ||
      take(cursor, /[a-z@](?:[\w@:./|=-]|,(?=\w))*(?=,? {2,}|,?$|, -|\||\s?\[| :(?:\s|$)|,\.\.)/iy);
    const number = take(cursor, /#(?:\[[^[\]\s]*\])?(?= {2,}|$)/y);
    // With a letter for the unit it is a text.
    if (number !== '') return shownAs(number === '#' ? 'num' : 'text');
    const quoted = take(cursor, /"[^"]{1,80}"(?= {2,}|$)/y);
    if (quoted !== '') return shownAs(quoted.slice(1, -1));
    // A word with a full stop ends a sentence.
    if (word !== '' && !/^or$|[a-z]\.$/i.test(word)) {
      return shown(word + takeTail(cursor), 'space', false);
    }
  }
  cursor.at = before;
  return undefined;
}

/** The part of a value that follows without a space: `<a>[=<b>]`, `FILE[,FILE]`. Dots after it mean that it repeats. */
function readPieces(cursor: Cursor): string {
  let label = '';
  for (let piece = readPiece(cursor, label); piece !== ''; piece = readPiece(cursor, label)) label += piece;
  // Brackets too deep to parse.
  return label + take(cursor, /\[(?!,?\s?\.\.)\S*/y);
}

function readPiece(cursor: Cursor, before: string): string {
  const repeats = before !== '' && /^\[?,?\s?\.\.\./.test(cursor.text.slice(cursor.at, cursor.at + 6));
  return repeats ? '' : take(cursor, BRACKETED) || take(cursor, WORD) || (before === '' ? '' : take(cursor, COMMA));
}

function takeTail(cursor: Cursor): string {
  return /^[[<{]/.test(cursor.text.slice(cursor.at)) && !/^\[(?:\.\.\.|,\s?\.\.)/.test(cursor.text.slice(cursor.at))
    ? readPieces(cursor)
    : '';
}

function shownBracket(label: string, style: ShownValue['style']): ShownValue {
  // One pair of square brackets around everything makes it optional.
  const optional = /^\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]$/.test(label) && !/^\[[^\]]*[=:/]\]/.test(label);
  // commander: `<targets...>`.
  const isMany = /^<[^<>]+\.{3}>$/.test(label);
  return { ...shown(optional ? label.slice(1, -1) : label, style, optional), isMany };
}

function shown(label: string, style: ShownValue['style'], optional: boolean): ShownValue {
  const bare = label.replace(/^=/, '').replace(/[:.]$/, '');
  const [one = '', ...more] = bare.split(',').map((item) => item.replace(/[\d.]+$/, ''));
  // `CODE1,CODE2..` is a list of codes.
  if (one !== '' && more.length > 0 && more.every((item) => item === one || item === ''))
    return { label: one, style, optional, isList: true };
  if (/^\{[A-Z][A-Z_]+(?:,[A-Z_]+)+\}$/.test(bare)) return { label: bare, style, optional };
  const inner = /^<([^<>]*)>$|^\{([^{}]*)\}$|^\(([^()]*)\)$|^\[([^[\]|]+\|[^[\]]*)\]$/.exec(bare);
  return { label: (inner ? (inner.slice(1).find((part) => part !== undefined) ?? '') : bare).trim(), style, optional };
}

export function shownAs(label: string): ShownValue {
  return { label, style: 'space', optional: false };
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
