import { endOfLine, type JsonCursor, type OffsetFix } from './json-cursor.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Other languages' spellings of JSON's three words, in lower case. */
const FOREIGN_WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['yes', true],
  ['no', false],
  ['null', null],
  ['none', null],
  ['nil', null],
  ['undefined', null],
]);

/** Takes letters, digits and the signs that occur in numbers, which covers every bare value, right or wrong. */
export function takeWord(cursor: JsonCursor): string {
  const start = cursor.offset;
  let offset = start;
  while (isWordUnit(cursor.text.charCodeAt(offset))) {
    offset += 1;
  }
  cursor.offset = offset;
  return cursor.text.slice(start, offset);
}

/** Reads a number, `true`, `false` or `null`. Anything else is reported and read as what it most likely means. */
export function readWord(cursor: JsonCursor): string | number | boolean | null {
  const start = cursor.offset;
  const word = takeWord(cursor);
  if (word === 'true' || word === 'false') {
    return word === 'true';
  }
  if (word === 'null') {
    return null;
  }
  return /^[+\-.\d]|^(?:NaN|Infinity)$/.test(word) ? readNumber(cursor, word, start) : readForeign(cursor, word, start);
}

function readNumber(cursor: JsonCursor, word: string, start: number): number {
  const value = Number(word);
  if (NUMBER.test(word) && Number.isFinite(value)) {
    return value;
  }
  const newText = repairNumber(word);
  cursor.report({
    code: 'invalid-number',
    message:
      newText === undefined
        ? `"${word.slice(0, 40)}" is no number that JSON can hold.`
        : `JSON writes "${word.slice(0, 40)}" as ${newText}.`,
    start,
    end: cursor.offset,
    ...(newText !== undefined && { fix: replacement(cursor, start, newText) }),
  });
  return newText === undefined ? 0 : Number(newText);
}

/** `+1` → `1`, `.5` → `0.5`, `1.` → `1`, `007` → `7`, `1_000` → `1000`. */
function repairNumber(word: string): string | undefined {
  const repaired = word
    .replaceAll('_', '')
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
  return NUMBER.test(repaired) && Number.isFinite(Number(repaired)) ? repaired : undefined;
}

function readForeign(cursor: JsonCursor, word: string, start: number): string | boolean | null {
  const known = FOREIGN_WORDS.get(word.toLowerCase());
  const newText = JSON.stringify(known === undefined ? word : known);
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
  cursor.report({
    code: 'unknown-word',
    message:
      known === undefined
        ? `"${shown}" stands here without quotes; text needs double quotes.`
        : `JSON writes "${shown}" as ${newText}.`,
    start,
    end: cursor.offset,
    fix: replacement(cursor, start, newText),
  });
  return known === undefined ? word : known;
}

function replacement(cursor: JsonCursor, start: number, newText: string): OffsetFix {
  const title = newText.length > 40 ? 'Put it in double quotes' : `Write ${newText}`;
  return { title, start, end: cursor.offset, newText };
}

/** Letters, digits, `+`, `-`, `.`, `_`, `$`. */
export function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    unit === 0x2d ||
    unit === 0x2e ||
    unit === 0x2b ||
    unit === 0x5f ||
    unit === 0x24
  );
}

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

/** True if a UTF-16 unit opens a string: a double quote, or one of the quotes that people and editors put instead. */
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
