import type { JsonCursor } from './json-cursor.ts';

/** Moves past whitespace. Comments and foreign spaces, which JSON does not have, are reported and passed too. */
export function skipSpace(cursor: JsonCursor): void {
  while (!cursor.stopped) {
    const unit = cursor.peek();
    if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) {
      cursor.offset += 1;
    } else if (unit === 0x2f || unit === 0x23) {
      if (!skipComment(cursor)) {
        return;
      }
    } else if (unit >= 0x80 && isForeignSpace(unit)) {
      reportForeignSpace(cursor);
      cursor.offset += 1;
    } else {
      return;
    }
  }
}

function skipComment(cursor: JsonCursor): boolean {
  const start = cursor.offset;
  const opening = cursor.text.startsWith('/*', start) ? '/*' : cursor.text.startsWith('//', start) ? '//' : '#';
  if (!cursor.text.startsWith(opening, start)) {
    return false;
  }
  const block = opening === '/*';
  const end = block ? cursor.text.indexOf('*/', start + 2) : endOfLine(cursor.text, start);
  if (end < 0) {
    cursor.report({
      code: 'unterminated-comment',
      message: 'A comment starts here and never ends; JSON has no comments, remove it.',
      start,
      end: endOfLine(cursor.text, start),
    });
    cursor.offset = cursor.text.length;
    return true;
  }
  cursor.offset = block ? end + 2 : end;
  cursor.report({
    code: 'comment',
    message: 'JSON has no comments; remove this one.',
    start,
    end: cursor.offset,
    fix: { title: 'Remove the comment', start, end: cursor.offset, newText: '' },
  });
  return true;
}

/** Offset of the line break at or after a place, or the text's length. */
export function endOfLine(text: string, from: number): number {
  let offset = from;
  while (offset < text.length && text.charCodeAt(offset) !== 0x0a && text.charCodeAt(offset) !== 0x0d) {
    offset += 1;
  }
  return offset;
}

function isForeignSpace(unit: number): boolean {
  return (
    unit === 0xa0 ||
    unit === 0xfeff ||
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200b) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f
  );
}

function reportForeignSpace(cursor: JsonCursor): void {
  const start = cursor.offset;
  const name = `U+${cursor.peek().toString(16).toUpperCase().padStart(4, '0')}`;
  cursor.report({
    code: 'invalid-space',
    message: `The space here is the character ${name}, which JSON does not take as a space; write a plain one.`,
    start,
    end: start + 1,
    fix: { title: 'Write a plain space', start, end: start + 1, newText: ' ' },
  });
}
