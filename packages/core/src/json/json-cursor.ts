import type { Issue, IssueSeverity } from '../types/issue.ts';
import { createLineIndex, type LineIndex } from './json-node.ts';
import { MAX_SYNTAX_PROBLEMS } from './limits.ts';
import { joinPointer } from './pointer.ts';

/** A replacement that certainly removes a problem. */
export interface SyntaxFix {
  readonly title: string;
  readonly newText: string;
  /** End of the replaced text. Absent: the end of the problem. It starts where the problem starts. */
  readonly end?: number;
}

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
  /** True when the text has so many problems that reading on is useless. */
  stopped = false;

  constructor(text: string) {
    this.text = text;
    this.lines = createLineIndex(text);
  }

  /** The UTF-16 unit at the cursor; NaN at the end. */
  peek(): number {
    return this.text.charCodeAt(this.offset);
  }

  /** Consumes the match of a sticky pattern at the cursor; `''` without one. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.offset;
    const [found] = pattern.exec(this.text) ?? [''];
    this.offset += found.length;
    return found;
  }

  report(
    code: string,
    message: string,
    start: number,
    end: number,
    fix?: SyntaxFix,
    severity: IssueSeverity = 'error',
  ): void {
    if (this.stopped) return;
    const range = this.lines.rangeOf(start, end);
    const path = joinPointer('', ...this.path);
    const edits = fix && [{ range: this.lines.rangeOf(start, fix.end ?? end), newText: fix.newText }];
    this.issues.push({ code, severity, message, path, range, ...(edits && { fix: { title: fix.title, edits } }) });
    if (this.issues.length < MAX_SYNTAX_PROBLEMS) return;
    this.stopped = true;
    this.issues.push({
      code: 'too-many-problems',
      severity: 'error',
      message: `Reading stopped after ${MAX_SYNTAX_PROBLEMS} problems; the text after this place was not looked at.`,
      path,
      range,
    });
  }
}

const FOREIGN_SPACE = /[\u00a0\ufeff\u3000\u2000-\u200b\u2028\u2029\u202f]/y;

/** Skips whitespace. Comments and foreign spaces, which JSON does not have, are reported and skipped too. */
export function skipSpace(cursor: JsonCursor): void {
  while (!cursor.stopped) {
    const unit = cursor.peek();
    if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) {
      cursor.offset += 1;
    } else if (unit === 0x2f || unit === 0x23) {
      if (!skipComment(cursor)) return;
    } else if (!(unit >= 0x80) || cursor.take(FOREIGN_SPACE) === '') {
      return;
    } else {
      const name = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
      const message = `The space here is the character ${name}, which JSON does not take as a space; write a plain one.`;
      const fix = { title: 'Write a plain space', newText: ' ' };
      cursor.report('invalid-space', message, cursor.offset - 1, cursor.offset, fix);
    }
  }
}

function skipComment(cursor: JsonCursor): boolean {
  const { text, offset: start } = cursor;
  const block = text.startsWith('/*', start);
  if (!block && !text.startsWith('//', start) && text[start] !== '#') return false;
  const end = block ? text.indexOf('*/', start + 2) : endOfLine(text, start);
  if (end < 0) {
    const message = 'A comment starts here and never ends; JSON has no comments, remove it.';
    cursor.report('unterminated-comment', message, start, endOfLine(text, start));
    cursor.offset = text.length;
    return true;
  }
  cursor.offset = block ? end + 2 : end;
  const fix = { title: 'Remove the comment', newText: '' };
  cursor.report('comment', 'JSON has no comments; remove this one.', start, cursor.offset, fix);
  return true;
}

/** Offset of the line break at or after a place, or the text's length. */
export function endOfLine(text: string, from: number): number {
  const length = text.slice(from).search(/[\n\r]/);
  return length < 0 ? text.length : from + length;
}
