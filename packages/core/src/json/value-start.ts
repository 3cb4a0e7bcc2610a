import type { JsonCursor } from './json-cursor.ts';
import { isQuote } from './read-string.ts';
import { isWordUnit } from './read-word.ts';

/** Whether a UTF-16 unit can begin a value. */
export function startsValue(unit: number): boolean {
  return isQuote(unit) || isWordUnit(unit) || unit === 0x7b || unit === 0x5b;
}

/** Reports the character at the cursor, or the end of the text, as standing in the way. */
export function reportUnexpected(cursor: JsonCursor, expected: string): void {
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
