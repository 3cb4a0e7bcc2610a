import type { AtipArgument, AtipOption, Issue, IssueSeverity } from '@atip/core';
import type { TypeOf } from './parameters.ts';

/** A program as its framework knows it: the same shape for all frameworks, still without effects. */
export interface ProgramTree {
  /** Empty: the framework does not know it. */
  readonly name: string;
  readonly version: string | undefined;
  readonly root: CommandNode;
  /** True: everything after `--` is an argument. */
  readonly endsAtDashes: boolean;
  /** True: the words behind the value of a list belong to it too, although it is joined with `=`. */
  readonly greedyLists?: boolean;
}

/** One command, or a group of them. */
export interface CommandNode {
  /** Its own name, then its aliases. */
  readonly names: readonly string[];
  /** Words of the command that it is another spelling of, whose effects are its own. */
  readonly sameAs?: string;
  readonly description: string;
  readonly arguments: readonly AtipArgument[];
  readonly options: readonly AtipOption[];
  /** Options that everything below it takes as well. */
  readonly shared: readonly AtipOption[];
  /** True: the shared ones stand before the name of a subcommand. Absent: behind it as well. */
  readonly sharedFirst?: boolean;
  /** True: it can be called without a subcommand. */
  readonly runs: boolean;
  /** Name of the subcommand that is meant when none is given. */
  readonly usual?: string | undefined;
  /** True: the author hides it or advises against it. */
  readonly isDiscouraged: boolean;
  /** False: `--` is a word as any other here, whatever holds for the program. */
  readonly endsAtDashes?: false;
  readonly examples?: readonly string[];
  readonly children: readonly CommandNode[];
}

/**
 * Takes what cannot be read or described. An error means that the document is incomplete, so that a test has to fail.
 * @param words of the command that it is about
 */
export type Tell = (severity: IssueSeverity, words: readonly string[], message: string) => void;

/** The functions that a reader of programs is given besides the program. */
export interface Reading {
  readonly tell: Tell;
  readonly typeOf: TypeOf;
}

/** Keeps what is told as issues with the code `program-…`. */
export function createTeller(): { readonly tell: Tell; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  return {
    issues,
    tell: (severity, words, message) => {
      const path = words.map((word) => `/commands/${word.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      const owner = words.length > 0 ? `${JSON.stringify(words.join(' '))}: ` : '';
      issues.push({ code: 'program-unread', severity, message: `${owner}${message}`, path });
    },
  };
}
