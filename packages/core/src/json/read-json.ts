import type { Issue } from '../types/issue.ts';
import { setOwn } from './is-record.ts';
import { JsonCursor, skipSpace } from './json-cursor.ts';
import type { JsonMember, JsonNode, LineIndex } from './json-node.ts';
import { MAX_DEPTH, MAX_NODES, MAX_PATH_LENGTH, MAX_SOURCE_LENGTH } from './limits.ts';
import { isQuote, isWordUnit, readString, readWord, takeWord } from './read-scalar.ts';

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
