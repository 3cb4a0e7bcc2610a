import type { JsonCursor } from './json-cursor.ts';
import { endOfLine } from './skip-space.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Whether a UTF-16 unit opens a string: a double quote, or one of the quotes that people and editors put instead. */
export function isQuote(unit: number): boolean {
  return unit === QUOTE || unit === 0x27 || unit === 0x201c || unit === 0x201d;
}

/**
 * Reads the string that opens at the cursor.
 *
 * @returns `undefined` when it does not end on its line: what was meant to follow is not certain. Also when so much is
 * wrong in it that reading stops.
 */
export function readString(cursor: JsonCursor): string | undefined {
  const start = cursor.offset;
  const opening = cursor.peek();
  const text = readUntilQuote(cursor, opening);
  if (cursor.stopped) {
    return undefined;
  }
  if (text === undefined) {
    cursor.report({
      code: 'unterminated-string',
      message: 'The string that starts here has no closing quote on its line; a line break inside is written \\n.',
      start,
      end: endOfLine(cursor.text, start),
    });
  } else if (opening !== QUOTE) {
    cursor.report({
      code: 'wrong-quotes',
      message: 'JSON strings stand in double quotes (").',
      start,
      end: cursor.offset,
      fix: { title: 'Use double quotes', start, end: cursor.offset, newText: JSON.stringify(text) },
    });
  }
  return text;
}

function readUntilQuote(cursor: JsonCursor, opening: number): string | undefined {
  const { text } = cursor;
  const curly = opening > 0x7f;
  let offset = cursor.offset + 1;
  let pieceStart = offset;
  let result = '';
  for (;;) {
    const unit = text.charCodeAt(offset);
    if (unit === opening || (curly && (unit === 0x201c || unit === 0x201d))) {
      cursor.offset = offset + 1;
      return result + text.slice(pieceStart, offset);
    }
    if (unit === BACKSLASH) {
      result += text.slice(pieceStart, offset);
      cursor.offset = offset;
      result += readEscape(cursor);
      offset = cursor.offset;
      pieceStart = offset;
      if (cursor.stopped) {
        return undefined;
      }
    } else if (isLineEnd(unit)) {
      return undefined;
    } else {
      if (unit < 0x20) {
        reportControl(cursor, offset, unit);
        if (cursor.stopped) {
          return undefined;
        }
      }
      offset += 1;
    }
  }
}

/** Reads one escape and leaves the cursor after it. A wrong one stands for its own characters. */
function readEscape(cursor: JsonCursor): string {
  const { text, offset: start } = cursor;
  const letter = text.charAt(start + 1);
  const simple = SIMPLE_ESCAPES[letter];
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
  const fix =
    letter === "'"
      ? { title: 'Remove the backslash', start, end: start + 1, newText: '' }
      : { title: 'Double the backslash', start, end: start + 1, newText: '\\\\' };
  cursor.report({
    code: 'invalid-escape',
    message: `"\\${character.trim()}" is no escape of JSON; a backslash itself is written \\\\.`,
    start,
    end: start + 1 + character.length,
    fix,
  });
  return letter === "'" ? '' : '\\';
}

/** A line break or the end of the text. */
function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || Number.isNaN(unit);
}

function reportControl(cursor: JsonCursor, start: number, unit: number): void {
  const newText = JSON.stringify(String.fromCharCode(unit)).slice(1, -1);
  cursor.report({
    code: 'control-character',
    message: `A control character stands in this string; write it as ${newText}.`,
    start,
    end: start + 1,
    fix: { title: `Write ${newText}`, start, end: start + 1, newText },
  });
}
