import type { JsonCursor } from './json-cursor.ts';
import { skipSpace } from './skip-space.ts';
import { reportUnexpected, startsValue } from './value-start.ts';

const COMMA = 0x2c;

/** Moves past one comma, or stands on the closing bracket. False: neither is there and none can be assumed. */
export function readSeparator(cursor: JsonCursor, bracket: ']' | '}'): boolean {
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
