import type { JsonCursor } from './json-cursor.ts';
import { isQuote, readString } from './read-string.ts';
import { isWordUnit, takeWord } from './read-word.ts';
import { skipSpace } from './skip-space.ts';
import { reportUnexpected, startsValue } from './value-start.ts';

const COLON = 0x3a;

/** Reads the key at the cursor; `undefined` when there is none, with the issue reported. */
export function readKey(cursor: JsonCursor): string | undefined {
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
export function readColon(cursor: JsonCursor, keyEnd: number): boolean {
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
