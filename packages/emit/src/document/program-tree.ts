import type { AtipArgument, AtipOption, Issue, IssueSeverity } from '@atip/core';
import type { TypeOf } from './parameters.ts';

/** A program in its framework's terms: the same shape for all frameworks, still without effects. */
export interface ProgramTree {
  /** Empty: the framework does not know it. */
  readonly name: string;
  readonly version: string | undefined;
  readonly root: ProgramCommand;
  /** True: everything after `--` is an argument. */
  readonly endsAtDashes: boolean;
  /** True: the words after the value of a list belong to it too, even if it is joined with `=`. */
  readonly greedyLists?: boolean;
}

export interface ProgramCommand {
  /** Its own name, then its aliases. */
  readonly names: readonly string[];
  /** Words of the command that this is another spelling of; it has that command's effects. */
  readonly sameAs?: string;
  readonly description: string;
  readonly arguments: readonly AtipArgument[];
  readonly options: readonly AtipOption[];
  /** Options that everything below it inherits. */
  readonly shared: readonly AtipOption[];
  /** True: shared options come before the name of a subcommand. Absent: also after it. */
  readonly sharedFirst?: boolean;
  /** True: it can be called without a subcommand. */
  readonly runs: boolean;
  /** Name of the default subcommand. */
  readonly usual?: string | undefined;
  /** True: the author hides it or advises against it. */
  readonly isDiscouraged: boolean;
  readonly children: readonly ProgramCommand[];
}

/**
 * Reports a part that cannot be read or described. An error means that the document is incomplete, so that a test must
 * fail. @param words of the command concerned
 */
export type Tell = (severity: IssueSeverity, words: readonly string[], message: string) => void;

/** Functions for readers of programs. */
export interface ProgramReading {
  readonly tell: Tell;
  readonly typeOf: TypeOf;
}

/** Collects reports as issues with the code `program-…`. */
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
