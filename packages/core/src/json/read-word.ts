import type { JsonCursor, OffsetFix } from './json-cursor.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What other languages write for JSON's three words, in lower case. */
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
