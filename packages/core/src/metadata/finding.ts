import type { IssueSeverity, TextEdit } from '../types/issue.ts';

/** Issues listed for one document. More is noise, and their places cost time. */
export const MAX_ISSUES = 1000;

/** A change to the value that makes it usable although something is wrong with it. */
export type Repair =
  | { readonly action: 'set'; readonly pointer: string; readonly value: unknown }
  | { readonly action: 'remove'; readonly pointer: string };

export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** An issue before its range is known. */
export interface Finding {
  readonly code: string;
  readonly severity: IssueSeverity;
  /** Put into words late, like the fix: there can be many findings, and only those that are listed need it. */
  readonly message: () => string;
  readonly path: string;
  readonly section?: string;
  /** Which part of the text to mark: the key, or the value. */
  readonly mark: 'key' | 'value';
  readonly repair?: Repair;
  /** Absent, or answering `undefined`: no certain way out. */
  readonly fix?: (() => Fix | undefined) | undefined;
}
