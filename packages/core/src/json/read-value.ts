import { setOwn } from './is-record.ts';
import { type JsonCursor, skipSpace } from './json-cursor.ts';
import type { JsonMember, JsonNode } from './json-node.ts';
import { MAX_DEPTH, MAX_NODES, MAX_PATH_LENGTH } from './limits.ts';
import { isQuote, isWordUnit, readString, readWord, takeWord } from './read-scalar.ts';

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * Reads the value at the cursor, which stands on its first character.
 *
 * Recursion is as deep as the document, which {@link MAX_DEPTH} bounds.
 * @returns `undefined` when reading cannot go on; the reason is then among the cursor's issues.
 */
export function readValue(cursor: JsonCursor): JsonNode | undefined {
  const start = cursor.offset;
  const unit = cursor.peek();
  cursor.nodes += 1;
  if (cursor.nodes > MAX_NODES) {
    const message = `The document has more than ${MAX_NODES} values; split it.`;
    cursor.report({ code: 'too-large', message, start, end: start + 1 });
    return undefined;
  }
  if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) {
    return readContainer(cursor, unit);
  }
  if (isQuote(unit)) {
    const value = readString(cursor);
    return value === undefined ? undefined : { value, start, end: cursor.offset };
  }
  if (isWordUnit(unit)) {
    return { value: readWord(cursor), start, end: cursor.offset };
  }
  reportUnexpected(cursor, 'a value');
  return undefined;
}

function readContainer(cursor: JsonCursor, opening: number): JsonNode | undefined {
  if (cursor.path.length >= MAX_DEPTH) {
    const message = `Objects and arrays are nested more than ${MAX_DEPTH} deep here; no deeper is read.`;
    cursor.report({ code: 'too-deep', message, start: cursor.offset, end: cursor.offset + 1 });
    return undefined;
  }
  return opening === OPEN_OBJECT ? readObject(cursor) : readArray(cursor);
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
    if (node === undefined) {
      return undefined;
    }
    cursor.path.pop();
    items.push(node);
    value.push(node.value);
    if (!readSeparator(cursor, ']')) {
      return undefined;
    }
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
    if (member === undefined) {
      return undefined;
    }
    members.push(member);
    setOwn(value, member.key, member.node.value);
    if (!readSeparator(cursor, '}')) {
      return undefined;
    }
  }
  cursor.offset += 1;
  return { value, start, end: cursor.offset, members };
}

function readMember(cursor: JsonCursor, siblings: object): JsonMember | undefined {
  const keyStart = cursor.offset;
  const key = readKey(cursor);
  if (key === undefined) {
    return undefined;
  }
  const keyEnd = cursor.offset;
  cursor.pathLength += key.length;
  if (cursor.pathLength > MAX_PATH_LENGTH) {
    const message = `The keys that lead here have more than ${MAX_PATH_LENGTH} characters together; shorten them.`;
    cursor.report({ code: 'too-large', message, start: keyStart, end: keyStart + 1 });
    return undefined;
  }
  cursor.path.push(key);
  if (Object.hasOwn(siblings, key)) {
    const shown = JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}…` : key);
    const message = `The key ${shown} stands more than once in this object; only the last one counts, remove the others.`;
    cursor.report({ code: 'duplicate-key', severity: 'warning', message, start: keyStart, end: keyEnd });
  }
  if (!readColon(cursor, keyEnd)) {
    return undefined;
  }
  const node = readValue(cursor);
  if (node === undefined) {
    return undefined;
  }
  cursor.path.pop();
  cursor.pathLength -= key.length;
  return { key, keyStart, keyEnd, node };
}

const COLON = 0x3a;

/** Reads the key at the cursor; `undefined` when there is none, with the issue reported. */
function readKey(cursor: JsonCursor): string | undefined {
  const start = cursor.offset;
  if (isQuote(cursor.peek())) {
    return readString(cursor);
  }
  if (!isWordUnit(cursor.peek())) {
    reportUnexpected(cursor, 'a key in double quotes');
    return undefined;
  }
  const key = takeWord(cursor);
  cursor.report({
    code: 'unquoted-key',
    message: 'Keys stand in double quotes.',
    start,
    end: cursor.offset,
    fix: { title: 'Put the key in double quotes', start, end: cursor.offset, newText: JSON.stringify(key) },
  });
  return key;
}

/** Moves past the colon after a key. False: it is missing, and so is anything that could be the value. */
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
  cursor.report({
    code: 'missing-colon',
    message: 'A colon is missing between the key and its value.',
    start: keyEnd,
    end: cursor.offset,
    fix: { title: 'Insert a colon', start: keyEnd, end: keyEnd, newText: ':' },
  });
  return true;
}

const COMMA = 0x2c;

/** Moves past one comma, or stands on the closing bracket. False: neither is there and none can be assumed. */
function readSeparator(cursor: JsonCursor, bracket: ']' | '}'): boolean {
  const end = cursor.offset;
  const closing = bracket.charCodeAt(0);
  skipSpace(cursor);
  if (cursor.stopped) {
    return false;
  }
  if (cursor.peek() === closing) {
    return true;
  }
  if (cursor.peek() === COMMA) {
    return readCommas(cursor, closing);
  }
  if (!startsValue(cursor.peek())) {
    reportUnexpected(cursor, `a comma or "${bracket}"`);
    return false;
  }
  cursor.report({
    code: 'missing-comma',
    message: 'A comma is missing between this value and the next.',
    start: end,
    end: Math.max(end + 1, cursor.offset),
    fix: { title: 'Insert a comma', start: end, end, newText: ',' },
  });
  return !cursor.stopped;
}

function readCommas(cursor: JsonCursor, closing: number): boolean {
  for (let first = true; cursor.peek() === COMMA && !cursor.stopped; first = false) {
    const start = cursor.offset;
    cursor.offset += 1;
    skipSpace(cursor);
    const trailing = cursor.peek() === closing;
    if (trailing || !first) {
      cursor.report({
        code: trailing ? 'trailing-comma' : 'extra-comma',
        message: trailing
          ? 'No comma follows the last value; remove it.'
          : 'One comma separates two values; remove it.',
        start,
        end: start + 1,
        fix: { title: 'Remove the comma', start, end: start + 1, newText: '' },
      });
    }
  }
  return !cursor.stopped;
}

/** True if a UTF-16 unit can begin a value. */
function startsValue(unit: number): boolean {
  return isQuote(unit) || isWordUnit(unit) || unit === 0x7b || unit === 0x5b;
}

/** Reports the character at the cursor, or the end of the text, as standing in the way. */
function reportUnexpected(cursor: JsonCursor, expected: string): void {
  const start = cursor.offset;
  const character = cursor.text.codePointAt(start);
  if (character === undefined) {
    const message = `The text ends here, where ${expected} was expected.`;
    cursor.report({ code: 'unexpected-end', message, start, end: start });
    return;
  }
  const found = JSON.stringify(String.fromCodePoint(character));
  const message = `${found} stands where ${expected} was expected.`;
  cursor.report({ code: 'not-json', message, start, end: start + (character > 0xffff ? 2 : 1) });
}
