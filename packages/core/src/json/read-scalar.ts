import { endOfLine, type JsonCursor, type SyntaxFix } from './json-cursor.ts';

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

/** Letters, digits and the signs of numbers: matches every bare value, right or wrong. */
const WORD = /[\w.+$-]+/y;

export function takeWord(cursor: JsonCursor): string {
  return cursor.take(WORD);
}

/** True if a UTF-16 unit can be part of a word. */
export function isWordUnit(unit: number): boolean {
  return /[\w.+$-]/.test(String.fromCharCode(unit));
}

/** Reads a number, `true`, `false` or `null`. Any other word is reported and read as its most likely meaning. */
export function readWord(cursor: JsonCursor): string | number | boolean | null {
  const start = cursor.offset;
  const word = takeWord(cursor);
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  return /^[+\-.\d]|^(?:NaN|Infinity)$/.test(word) ? readNumber(cursor, word, start) : readForeign(cursor, word, start);
}

function readNumber(cursor: JsonCursor, word: string, start: number): number {
  const value = Number(word);
  if (NUMBER.test(word) && Number.isFinite(value)) return value;
  const newText = repairNumber(word);
  const shown = word.slice(0, 40);
  if (newText === undefined) {
    cursor.report('invalid-number', `"${shown}" is no number that JSON can hold.`, start, cursor.offset);
    return 0;
  }
  cursor.report('invalid-number', `JSON writes "${shown}" as ${newText}.`, start, cursor.offset, replaceBy(newText));
  return Number(newText);
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
  const value = known === undefined ? word : known;
  const newText = JSON.stringify(value);
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
  const message =
    known === undefined
      ? `"${shown}" has no quotes; text needs double quotes.`
      : `JSON writes "${shown}" as ${newText}.`;
  cursor.report('unknown-word', message, start, cursor.offset, replaceBy(newText));
  return value;
}

function replaceBy(newText: string): SyntaxFix {
  return { title: newText.length > 40 ? 'Put it in double quotes' : `Write ${newText}`, newText };
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
export function isQuote(unit: number): boolean {
  return PLAIN.has(unit);
}

/**
 * Reads the string that opens at the cursor.
 *
 * @returns `undefined` when it does not end on its line, or has so many problems that reading stops
 */
export function readString(cursor: JsonCursor): string | undefined {
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
