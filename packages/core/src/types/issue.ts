/** One place in a text. `line` and `column` count from 1, `offset` from 0; columns and offsets are UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Half open: `end` is the first position after the range. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export type IssueSeverity = 'error' | 'warning' | 'info';

/** A wrong, doubtful or noteworthy part of a document; never thrown, always listed with all others. */
export interface Issue {
  /** Stable and kebab-case, for example `missing-field`. */
  readonly code: string;
  readonly severity: IssueSeverity;
  /** For a person: the problem, with the value's kind, and the way out. */
  readonly message: string;
  /** JSON Pointer (RFC 6901) into the document; `""` is the document itself. */
  readonly path: string;
  /** Absent when the document was passed as a value instead of text. */
  readonly range?: Range;
  /** Section of the ATIP RFC behind the issue, for example `"3.5"`. */
  readonly section?: string;
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] };
}
