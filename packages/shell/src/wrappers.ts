import type { AtipEffects } from '@atip/core';
import type { LineAssignment, LineIssueCode, Word } from './types.ts';

/** A command taken off what it starts: `sudo` of `sudo git status`. */
export interface Unwrapped {
  readonly name: string;
  readonly inner: readonly Inner[];
  readonly added?: AtipEffects;
  /** True: the wrapper remains a part of its own. */
  readonly keepsOuter: boolean;
  /** Variables that it sets for the inner command. */
  readonly assignments?: readonly LineAssignment[];
  /** The directory that the inner command starts in. */
  readonly directory?: Word;
  readonly issues: readonly { readonly code: LineIssueCode; readonly message: string }[];
}

export type Inner =
  | { readonly words: readonly Word[]; readonly remote?: boolean }
  | { readonly script: Word; readonly dialect: 'bash' | 'sh' | 'other'; readonly remote?: boolean };

export interface Piped {
  /** A word: the text of a here-document or here-string. */
  readonly stdin: 'none' | 'pipe' | 'file' | Word;
}

export function unwrap(_words: readonly Word[], _piped: Piped): Unwrapped | undefined {
  return undefined;
}
