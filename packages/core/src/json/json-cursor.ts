import type { Issue, IssueSeverity, TextEdit } from '../types/issue.ts';
import { MAX_SYNTAX_PROBLEMS } from './limits.ts';
import { createLineIndex, type LineIndex } from './line-index.ts';
import { joinPointer } from './pointer.ts';

export type SyntaxCode =
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
