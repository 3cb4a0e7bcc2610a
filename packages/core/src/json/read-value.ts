import type { JsonCursor } from './json-cursor.ts';
import type { JsonMember, JsonNode } from './json-node.ts';
import { MAX_DEPTH, MAX_NODES, MAX_PATH_LENGTH } from './limits.ts';
import { setOwn } from './own-property.ts';
import { readColon, readKey } from './read-key.ts';
import { readSeparator } from './read-separator.ts';
import { isQuote, readString } from './read-string.ts';
import { isWordUnit, readWord } from './read-word.ts';
import { skipSpace } from './skip-space.ts';
import { reportUnexpected } from './value-start.ts';

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
