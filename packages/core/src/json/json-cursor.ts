import { MAX_SYNTAX_PROBLEMS } from './limits.ts';
import { createLineIndex, type LineIndex } from './json-node.ts';
import { joinPointer } from './pointer.ts';
import type { Issue, IssueSeverity, TextEdit } from '../types/issue.ts';

type SyntaxCode =
  | 'comment'
  | 'control-character'
  | 'duplicate-key'
  | 'extra-comma'
  | 'invalid-escape'
  | 'invalid-number'
  | 'invalid-space'
  | 'missing-colon'
  | 'missing-comma'
  | 'not-json'
  | 'text-after-end'
  | 'too-deep'
  | 'too-large'
  | 'too-many-problems'
  | 'trailing-comma'
  | 'unexpected-end'
  | 'unknown-word'
  | 'unquoted-key'
  | 'unterminated-comment'
  | 'unterminated-string'
  | 'wrong-quotes';

/** One replacement in the text that removes a problem for certain. */
export interface OffsetFix {
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

interface Problem {
  readonly code: SyntaxCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly severity?: IssueSeverity;
  readonly fix?: OffsetFix;
}

/** Where the reader stands in a text, and what it has found wrong so far. */
export class JsonCursor {
  readonly text: string;
  readonly lines: LineIndex;
  readonly issues: Issue[] = [];
  /** Keys and indexes that lead to the value being read. */
  readonly path: (string | number)[] = [];
  /** UTF-16 units in the keys of `path`. */
  pathLength = 0;
  offset = 0;
  nodes = 0;
  /** True when too much is wrong for going on to be of use. */
  stopped = false;

  constructor(text: string) {
    this.text = text;
    this.lines = createLineIndex(text);
  }

  /** The UTF-16 unit at the cursor; NaN at the end. */
  peek(): number {
    return this.text.charCodeAt(this.offset);
  }

  report({ code, message, start, end, severity = 'error', fix }: Problem): void {
    if (this.stopped) {
      return;
    }
    const range = this.lines.rangeOf(start, end);
    const issue = { code, severity, message, path: joinPointer('', ...this.path), range };
    this.issues.push(fix === undefined ? issue : { ...issue, fix: { title: fix.title, edits: [this.#edit(fix)] } });
    if (this.issues.length === MAX_SYNTAX_PROBLEMS) {
      this.issues.push({
        code: 'too-many-problems',
        severity: 'error',
        message: `Reading stopped after ${MAX_SYNTAX_PROBLEMS} problems; the text after this place was not looked at.`,
        path: issue.path,
        range,
      });
      this.stopped = true;
    }
  }

  #edit(fix: OffsetFix): TextEdit {
    return { range: this.lines.rangeOf(fix.start, fix.end), newText: fix.newText };
  }
}

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
