import type { Issue, IssueSeverity } from '../types/issue.ts';
import { setOwn } from './is-record.ts';
import { type JsonMember, type JsonNode, type LineIndex, createLineIndex } from './json-node.ts';
import { MAX_DEPTH, MAX_NODES, MAX_PATH_LENGTH, MAX_SOURCE_LENGTH, MAX_SYNTAX_PROBLEMS } from './limits.ts';
import { joinPointer } from './pointer.ts';

/** A JSON text after reading. */
export interface JsonDocument {
  /** Absent when the text could not be read to its end. Present beside errors whose intended meaning is certain. */
  readonly root?: JsonNode;
  /** In the order of discovery. */
  readonly issues: readonly Issue[];
  readonly lines: LineIndex;
}

/**
 * Reads JSON in one pass, with the place of every value and key.
 *
 * Unlike `JSON.parse` it lists every certain problem with an edit that removes it, keeps `__proto__` an ordinary key,
 * reports repeated keys (the last counts) and accepts a byte order mark.
 *
 * Limits: {@link MAX_SOURCE_LENGTH} UTF-16 units, 100 levels, 500,000 values, 2,048 units
 * in the keys that lead to a value; each ends in an issue. Never throws.
 *
 * @example
 * ```ts
 * import { readJson } from '@atip/core/internal';
 * const { root, issues } = readJson('{"a": 1,}');
 * // root.value is { a: 1 }; issues has a 'trailing-comma' with its place and a fix
 * ```
 */
export function readJson(text: string): JsonDocument {
  const cursor = new JsonCursor(text);
  const { issues, lines } = cursor;
  const root = readRoot(cursor);
  return root === undefined || cursor.stopped ? { issues, lines } : { root, issues, lines };
}

function readRoot(cursor: JsonCursor): JsonNode | undefined {
  const { text } = cursor;
  if (text.length > MAX_SOURCE_LENGTH) {
    const message = `The text has ${text.length} characters; at most ${MAX_SOURCE_LENGTH} are read.`;
    cursor.report('too-large', message, 0, 0);
    return undefined;
  }
  if (text.charCodeAt(0) === 0xfeff) cursor.offset = 1;
  skipSpace(cursor);
  if (cursor.offset === text.length) {
    cursor.report('not-json', 'The text is empty; a JSON document was expected.', 0, 0);
    return undefined;
  }
  if (isYaml(text, cursor.offset)) {
    cursor.report('not-json', 'This is ATIP as YAML; ATIP is JSON. Convert it, for example by: yq -o=json.', 0, 0);
    return undefined;
  }
  const root = readValue(cursor);
  if (root === undefined) return undefined;
  skipSpace(cursor);
  if (cursor.offset < text.length) {
    const message = 'The document ends before this place; only one JSON value is read, remove the rest.';
    cursor.report('text-after-end', message, cursor.offset, text.length);
  }
  return root;
}

function isYaml(text: string, start: number): boolean {
  return !'{["'.includes(text.charAt(start)) && /^atip[ \t]*:/m.test(text);
}

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;

/** Like all functions below: `undefined` or false when reading cannot continue; the reason is then among the issues. */
function readValue(cursor: JsonCursor): JsonNode | undefined {
  const start = cursor.offset;
  const unit = cursor.peek();
  cursor.nodes += 1;
  if (cursor.nodes > MAX_NODES) {
    cursor.report('too-large', `The document has more than ${MAX_NODES} values; split it.`, start, start + 1);
    return undefined;
  }
  if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) {
    if (cursor.path.length < MAX_DEPTH) return unit === OPEN_OBJECT ? readObject(cursor) : readArray(cursor);
    const message = `Objects and arrays are nested more than ${MAX_DEPTH} deep here; no deeper is read.`;
    cursor.report('too-deep', message, start, start + 1);
    return undefined;
  }
  if (isQuote(unit)) {
    const value = readString(cursor);
    return value === undefined ? undefined : { value, start, end: cursor.offset };
  }
  if (isWordUnit(unit)) return { value: readWord(cursor), start, end: cursor.offset };
  reportUnexpected(cursor, 'a value');
  return undefined;
}

function readArray(cursor: JsonCursor): JsonNode | undefined {
  const start = cursor.offset;
  const value: unknown[] = [];
  const items: JsonNode[] = [];
  cursor.offset += 1;
  skipSpace(cursor);
  while (cursor.peek() !== CLOSE_ARRAY) {
    cursor.path.push(items.length);
    const node = readValue(cursor);
    if (node === undefined) return undefined;
    cursor.path.pop();
    items.push(node);
    value.push(node.value);
    if (!readSeparator(cursor, ']')) return undefined;
  }
  cursor.offset += 1;
  return { value, start, end: cursor.offset, items };
}

function readObject(cursor: JsonCursor): JsonNode | undefined {
  const start = cursor.offset;
  const value: Record<string, unknown> = {};
  const members: JsonMember[] = [];
  cursor.offset += 1;
  skipSpace(cursor);
  while (cursor.peek() !== CLOSE_OBJECT) {
    const member = readMember(cursor, value);
    if (member === undefined) return undefined;
    members.push(member);
    setOwn(value, member.key, member.node.value);
    if (!readSeparator(cursor, '}')) return undefined;
  }
  cursor.offset += 1;
  return { value, start, end: cursor.offset, members };
}

function readMember(cursor: JsonCursor, siblings: object): JsonMember | undefined {
  const keyStart = cursor.offset;
  const key = readKey(cursor);
  if (key === undefined) return undefined;
  const keyEnd = cursor.offset;
  cursor.pathLength += key.length;
  if (cursor.pathLength > MAX_PATH_LENGTH) {
    const message = `The keys that lead here have more than ${MAX_PATH_LENGTH} characters together; shorten them.`;
    cursor.report('too-large', message, keyStart, keyStart + 1);
    return undefined;
  }
  cursor.path.push(key);
  if (Object.hasOwn(siblings, key)) {
    const shown = JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}…` : key);
    const message = `The key ${shown} appears more than once in this object; only the last one counts, remove the others.`;
    cursor.report('duplicate-key', message, keyStart, keyEnd, undefined, 'warning');
  }
  const node = readColon(cursor, keyEnd) ? readValue(cursor) : undefined;
  if (node === undefined) return undefined;
  cursor.path.pop();
  cursor.pathLength -= key.length;
  return { key, keyStart, keyEnd, node };
}

function readKey(cursor: JsonCursor): string | undefined {
  const start = cursor.offset;
  if (isQuote(cursor.peek())) return readString(cursor);
  if (!isWordUnit(cursor.peek())) {
    reportUnexpected(cursor, 'a key in double quotes');
    return undefined;
  }
  const key = takeWord(cursor);
  const fix = { title: 'Put the key in double quotes', newText: JSON.stringify(key) };
  cursor.report('unquoted-key', 'Keys need double quotes.', start, cursor.offset, fix);
  return key;
}

function readColon(cursor: JsonCursor, keyEnd: number): boolean {
  skipSpace(cursor);
  if (cursor.peek() === COLON) {
    cursor.offset += 1;
    skipSpace(cursor);
    return true;
  }
  if (!startsValue(cursor.peek())) {
    reportUnexpected(cursor, 'a colon');
    return false;
  }
  const fix = { title: 'Insert a colon', newText: ':', end: keyEnd };
  cursor.report('missing-colon', 'A colon is missing between the key and its value.', keyEnd, cursor.offset, fix);
  return true;
}

/** Skips one comma, or stops at the closing bracket. */
function readSeparator(cursor: JsonCursor, bracket: ']' | '}'): boolean {
  const end = cursor.offset;
  const closing = bracket.charCodeAt(0);
  skipSpace(cursor);
  if (cursor.stopped) return false;
  if (cursor.peek() === closing) return true;
  if (cursor.peek() === COMMA) return readCommas(cursor, closing);
  if (!startsValue(cursor.peek())) {
    reportUnexpected(cursor, `a comma or "${bracket}"`);
    return false;
  }
  const message = 'A comma is missing between this value and the next.';
  const fix = { title: 'Insert a comma', newText: ',', end };
  cursor.report('missing-comma', message, end, Math.max(end + 1, cursor.offset), fix);
  return !cursor.stopped;
}

function readCommas(cursor: JsonCursor, closing: number): boolean {
  for (let first = true; cursor.peek() === COMMA && !cursor.stopped; first = false) {
    const start = cursor.offset;
    const fix = { title: 'Remove the comma', newText: '' };
    cursor.offset += 1;
    skipSpace(cursor);
    if (cursor.peek() === closing) {
      cursor.report('trailing-comma', 'No comma follows the last value; remove it.', start, start + 1, fix);
    } else if (!first) {
      cursor.report('extra-comma', 'One comma separates two values; remove it.', start, start + 1, fix);
    }
  }
  return !cursor.stopped;
}

function startsValue(unit: number): boolean {
  return isQuote(unit) || isWordUnit(unit) || unit === OPEN_OBJECT || unit === OPEN_ARRAY;
}

function reportUnexpected(cursor: JsonCursor, expected: string): void {
  const start = cursor.offset;
  const character = cursor.text.codePointAt(start);
  if (character === undefined) {
    cursor.report('unexpected-end', `The text ends here, where ${expected} was expected.`, start, start);
    return;
  }
  const found = JSON.stringify(String.fromCodePoint(character));
  const end = start + (character > 0xffff ? 2 : 1);
  cursor.report('not-json', `${found} stands where ${expected} was expected.`, start, end);
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Letters, digits and the signs of numbers: matches every bare value, right or wrong. */
const WORD = /[\w.+$-]+/y;

function takeWord(cursor: JsonCursor): string {
  return cursor.take(WORD);
}

/** True if a UTF-16 unit can be part of a word. */
function isWordUnit(unit: number): boolean {
  return /[\w.+$-]/.test(String.fromCharCode(unit));
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Reads a number, `true`, `false` or `null`. Any other word is reported and read as a text. */
function readWord(cursor: JsonCursor): string | number | boolean | null {
  const start = cursor.offset;
  const word = takeWord(cursor);
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  if (NUMBER.test(word) && Number.isFinite(Number(word))) return Number(word);
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
  if (/^[+\-.\d]|^(?:NaN|Infinity)$/.test(word)) {
    cursor.report('invalid-number', `"${shown}" is no number that JSON can hold.`, start, cursor.offset);
    return 0;
  }
  // `True`, `yes` and `None` are meant as something else, which the author knows.
  const fix = /^(?:true|false|yes|no|null|none|nil|undefined)$/i.test(word)
    ? undefined
    : { title: 'Put it in double quotes', newText: JSON.stringify(word) };
  const message = `"${shown}" is no word of JSON: those are true, false and null, and text needs double quotes.`;
  cursor.report('unknown-word', message, start, cursor.offset, fix);
  return word;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Text without special characters, by the quote that opened the string. A curly quote ends with either of the two. */
const PLAIN: ReadonlyMap<number, RegExp> = new Map([
  [QUOTE, /[ !#-[\]-\uffff]*/y],
  [0x27, /[ -&(-[\]-\uffff]*/y],
  [0x201c, /[ -[\]-\u201b\u201e-\uffff]*/y],
  [0x201d, /[ -[\]-\u201b\u201e-\uffff]*/y],
]);

/** True if a UTF-16 unit opens a string: a double quote, or a quote that people and editors use instead. */
function isQuote(unit: number): boolean {
  return PLAIN.has(unit);
}

/**
 * Reads the string that opens at the cursor.
 *
 * @returns `undefined` when it does not end on its line, or has so many problems that reading stops
 */
function readString(cursor: JsonCursor): string | undefined {
  const start = cursor.offset;
  const opening = cursor.peek();
  const text = readUntilQuote(cursor, PLAIN.get(opening) ?? /$/y);
  if (cursor.stopped) return undefined;
  if (text === undefined) {
    const message = 'The string that starts here has no closing quote on its line; a line break inside is written \\n.';
    cursor.report('unterminated-string', message, start, endOfLine(cursor.text, start));
  } else if (opening !== QUOTE) {
    const fix = { title: 'Use double quotes', newText: JSON.stringify(text) };
    cursor.report('wrong-quotes', 'JSON strings need double quotes (").', start, cursor.offset, fix);
  }
  return text;
}

function readUntilQuote(cursor: JsonCursor, plain: RegExp): string | undefined {
  cursor.offset += 1;
  let result = '';
  while (!cursor.stopped) {
    result += cursor.take(plain);
    const unit = cursor.peek();
    if (isLineEnd(unit)) return undefined;
    if (unit === BACKSLASH) {
      result += readEscape(cursor);
    } else if (unit < 0x20) {
      result += readControl(cursor, unit);
    } else {
      cursor.offset += 1;
      return result;
    }
  }
  return undefined;
}

/** Reads one escape. An invalid one is kept as its own characters. */
function readEscape(cursor: JsonCursor): string {
  const { text, offset: start } = cursor;
  const letter = text.charAt(start + 1);
  const simple = ESCAPES[letter];
  if (simple !== undefined) {
    cursor.offset = start + 2;
    return simple;
  }
  const digits = text.slice(start + 2, start + 6);
  if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(digits)) {
    cursor.offset = start + 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
  cursor.offset = start + 1;
  const character = isLineEnd(text.charCodeAt(start + 1)) ? '' : String.fromCodePoint(text.codePointAt(start + 1) ?? 0);
  const message = `"\\${character.trim()}" is no escape of JSON; a backslash itself is written \\\\.`;
  const [title, newText] = letter === "'" ? ['Remove the backslash', ''] : ['Double the backslash', '\\\\'];
  cursor.report('invalid-escape', message, start, start + 1 + character.length, { title, newText, end: start + 1 });
  return letter === "'" ? '' : '\\';
}

function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || Number.isNaN(unit);
}

function readControl(cursor: JsonCursor, unit: number): string {
  const character = String.fromCharCode(unit);
  const newText = JSON.stringify(character).slice(1, -1);
  const message = `This string contains a control character; write it as ${newText}.`;
  const fix = { title: `Write ${newText}`, newText };
  cursor.report('control-character', message, cursor.offset, cursor.offset + 1, fix);
  cursor.offset += 1;
  return character;
}

/** A replacement that certainly removes a problem. */
interface SyntaxFix {
  readonly title: string;
  readonly newText: string;
  /** End of the replaced text. Absent: the end of the problem. It starts where the problem starts. */
  readonly end?: number;
}

class JsonCursor {
  readonly text: string;
  readonly lines: LineIndex;
  readonly issues: Issue[] = [];
  /** Keys and indexes that lead to the value being read. */
  readonly path: (string | number)[] = [];
  /** UTF-16 units in the keys of `path`. */
  pathLength = 0;
  offset = 0;
  nodes = 0;
  /** True when the text has so many problems that reading on is useless. */
  stopped = false;

  constructor(text: string) {
    this.text = text;
    this.lines = createLineIndex(text);
  }

  /** The UTF-16 unit at the cursor; NaN at the end. */
  peek(): number {
    return this.text.charCodeAt(this.offset);
  }

  /** Consumes the match of a sticky pattern at the cursor; `''` without one. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.offset;
    const [found] = pattern.exec(this.text) ?? [''];
    this.offset += found.length;
    return found;
  }

  report(
    code: string,
    message: string,
    start: number,
    end: number,
    fix?: SyntaxFix,
    severity: IssueSeverity = 'error',
  ): void {
    if (this.stopped) return;
    const range = this.lines.rangeOf(start, end);
    const path = joinPointer('', ...this.path);
    const edits = fix && [{ range: this.lines.rangeOf(start, fix.end ?? end), newText: fix.newText }];
    this.issues.push({ code, severity, message, path, range, ...(edits && { fix: { title: fix.title, edits } }) });
    if (this.issues.length < MAX_SYNTAX_PROBLEMS) return;
    this.stopped = true;
    this.issues.push({
      code: 'too-many-problems',
      severity: 'error',
      message: `Reading stopped after ${MAX_SYNTAX_PROBLEMS} problems; the text after this place was not looked at.`,
      path,
      range,
    });
  }
}

const FOREIGN_SPACE = /[\u00a0\ufeff\u3000\u2000-\u200b\u2028\u2029\u202f]/y;

/** Skips whitespace. Comments and foreign spaces, which JSON does not have, are reported and skipped too. */
function skipSpace(cursor: JsonCursor): void {
  while (!cursor.stopped) {
    const unit = cursor.peek();
    if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) {
      cursor.offset += 1;
    } else if (unit === 0x2f || unit === 0x23) {
      if (!skipComment(cursor)) return;
    } else if (!(unit >= 0x80) || cursor.take(FOREIGN_SPACE) === '') {
      return;
    } else {
      const name = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
      const message = `The space here is the character ${name}, which JSON does not take as a space; write a plain one.`;
      const fix = { title: 'Write a plain space', newText: ' ' };
      cursor.report('invalid-space', message, cursor.offset - 1, cursor.offset, fix);
    }
  }
}

function skipComment(cursor: JsonCursor): boolean {
  const { text, offset: start } = cursor;
  const block = text.startsWith('/*', start);
  if (!block && !text.startsWith('//', start) && text[start] !== '#') return false;
  const end = block ? text.indexOf('*/', start + 2) : endOfLine(text, start);
  if (end < 0) {
    const message = 'A comment starts here and never ends; JSON has no comments, remove it.';
    cursor.report('unterminated-comment', message, start, endOfLine(text, start));
    cursor.offset = text.length;
    return true;
  }
  cursor.offset = block ? end + 2 : end;
  const fix = { title: 'Remove the comment', newText: '' };
  cursor.report('comment', 'JSON has no comments; remove this one.', start, cursor.offset, fix);
  return true;
}

/** Offset of the line break at or after a place, or the text's length. */
function endOfLine(text: string, from: number): number {
  const length = text.slice(from).search(/[\n\r]/);
  return length < 0 ? text.length : from + length;
}
