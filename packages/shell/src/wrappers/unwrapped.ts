import type { AtipEffects } from '@atip/core';
import type { List, Meaning } from '../line/listings.ts';
import { withPrefix, type WrapIssue } from '../line/options.ts';
import { knownStart } from '../line/patterns.ts';
import type { Container, LineAssignment, Runner, Snippet, Word } from '../line/types.ts';

/** The command or script that a wrapper starts. `remote`: on another machine, or in which container. */
export type Inner =
  | { readonly words: readonly Word[]; readonly remote?: Remote | undefined }
  | {
      readonly script: Word;
      readonly dialect: 'bash' | 'sh' | 'other';
      readonly remote?: Remote | undefined;
      /** The arguments of the script. */
      readonly args?: readonly Word[] | undefined;
      /** True: the shell prints each command, as with `-x`. */
      readonly isTraced?: boolean | undefined;
    };

export type Remote = 'machine' | Container;

/** The source of a command's standard input; a word is the text of a here-document or here-string. */
export interface Piped {
  readonly stdin: 'none' | 'pipe' | 'file' | Word;
  /** True: no other command reads a part of it. */
  readonly isOwn?: boolean | undefined;
  /** The meaning of the text in the pipe. Absent: nobody knows it. */
  readonly input?: Meaning | undefined;
  readonly list?: List | undefined;
}

export interface Unwrapped {
  /** Base name of the wrapper. */
  readonly name: string;
  /** Empty: its words start nothing, or `issues` has the reason why that is unknown. */
  readonly inner: readonly Inner[];
  /** Effects of each inner command, and of the wrapper if it is kept. */
  readonly added?: AtipEffects | undefined;
  /** The wrapper's words without those that are an inner command. Absent: all. */
  readonly outer?: readonly Word[] | undefined;
  /** True: the wrapper is a part of the line too. False: only the inner commands are. */
  readonly keepsOuter: boolean;
  /** Files that it reads itself and hands to the inner command. */
  readonly reads?: readonly Word[] | undefined;
  /** Variables that it sets for the inner command. */
  readonly assignments?: readonly LineAssignment[] | undefined;
  /** The directory in which the inner command starts. Absent: the wrapper's. */
  readonly directory?: Word | undefined;
  /** Set for a runner of packages: the inner command starts what a project installed. */
  readonly runner?: Runner | undefined;
  /** How many of its last words a runner or a container takes for its program. */
  readonly took?: number | undefined;
  readonly issues: readonly WrapIssue[];
  /** The code that it runs itself. */
  readonly snippet?: Snippet | undefined;
}

/** Removes leading `NAME=value` words. */
export function takeAssignments(
  words: readonly Word[],
  isTaken: boolean,
): { readonly assignments: readonly LineAssignment[]; readonly words: readonly Word[] } {
  const assignments: LineAssignment[] = [];
  if (!isTaken) return { assignments, words };
  for (const [index, word] of words.entries()) {
    const known = knownStart(word);
    const equals = known.indexOf('=');
    if (equals < 1 || known.startsWith('/') || (word.unknown && word.many))
      return { assignments, words: words.slice(index) };
    const value = word.unknown
      ? withPrefix({ ...word, text: word.text.slice(word.text.indexOf('=') + 1) }, known.slice(equals + 1))
      : { ...word, text: known.slice(equals + 1) };
    assignments.push({ name: known.slice(0, equals), value });
  }
  return { assignments, words: [] };
}

/** The words joined with spaces, as `watch` and `ssh` pass them to a shell. */
export function joinWords(words: readonly Word[]): Word {
  const [first] = words;
  const last = words.at(-1);
  const place = { start: first?.start, end: last?.end };
  const text = words.map((word) => word.text).join(' ');
  const index = words.findIndex((word) => word.unknown);
  const unknown = words[index];
  if (!unknown?.unknown) return { text, ...place };
  const prefix = [...words.slice(0, index).map((word) => word.text), unknown.prefix].join(' ');
  return { unknown: true, text, reason: unknown.reason, prefix, many: false, ...place };
}

/** A wrapper whose command is unknown. */
export function failed(name: string, issue: WrapIssue): Unwrapped {
  return { name, inner: [], keepsOuter: true, issues: [issue] };
}

export function startsShell(name: string): WrapIssue {
  return {
    code: 'UNKNOWN_CODE',
    message: `${name} starts a shell, which runs what it reads from its standard input.`,
    isInput: true,
  };
}
