import type { CommandMapping } from './tool.ts';

/** A parameter of a command that an argv gives. */
export interface GivenParameter {
  /** Its key, as in `parametersOf` and compiled schemas. */
  readonly name: string;
  /**
   * In the form that `validateToolCall` accepts: a number for numeric text, a list for a list, false for `--no-color`.
   * A repeated scalar has all its values, in a list. Absent: the flag came without a value, which `x-optional-value`
   * allows.
   */
  readonly value?: unknown;
  /** Indexes in argv of its words: flag and value; in `-xzf FILE` three parameters share one word. */
  readonly words: readonly number[];
  /** True: it is no list and came more than once, which some programs count: `git clean -ff`. */
  readonly repeated?: true;
}

/** A word of an argv that the document does not describe. */
export interface UnknownWord {
  /** Index in argv. */
  readonly word: number;
  /** Completes a sentence that begins with the word, such as `is not an option of "git push"`. */
  readonly reason: string;
}

/**
 * An argv as the document of its program reads it. A word that appears nowhere here is known and sets nothing, such as
 * `--`.
 */
export interface ArgvReading {
  /** Name of the tool. Absent: no document describes this program. */
  readonly tool?: string;
  /** Keys of the command in the document, even where argv has an alias; as far as they were found. */
  readonly path: readonly string[];
  /** The compiled name of the command. */
  readonly name?: string;
  /** The command itself, without the effects of this call. */
  readonly mapping?: CommandMapping;
  /** In the order of the document. */
  readonly given: readonly GivenParameter[];
  /** In the order of argv. Empty beside `name`: every word was read. */
  readonly unknown: readonly UnknownWord[];
  /** Sentences about the whole argv: no document, no command, no argv at all. */
  readonly problems: readonly string[];
}
