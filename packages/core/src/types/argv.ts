import type { CommandMapping } from './tool.ts';

/** A parameter of a command that an argv gives. */
export interface GivenParameter {
  /** Its key, as `parametersOf` and compiled schemas have it. */
  readonly name: string;
  /**
   * As `validateToolCall` would accept it: a number where the text is one, a list for a list, false for `--no-color`. A scalar
   * that is given several times has all its values, in a list. Absent: the flag stands alone, which `x-optional-value` allows.
   */
  readonly value?: unknown;
  /** Indexes in argv of the words that say so: flag and value, for `-xzf FILE` the one word that three parameters share. */
  readonly words: readonly number[];
}

/** A word of an argv that nothing in the document accounts for. */
export interface UnknownWord {
  /** Index in argv. */
  readonly word: number;
  /** Completes a sentence that begins with the word, such as `is no option of "git push"`. */
  readonly reason: string;
}

/** The meaning of an argv to the document of its program. Words that are not in it and not in `path` are known and say nothing: `--`. */
export interface ArgvReading {
  /** Name of the tool. Absent: nobody describes this program. */
  readonly tool?: string;
  /** Keys of the command as the document has them, also where argv has an alias; as far as they were found. */
  readonly path: readonly string[];
  /** The compiled name of the command. Absent: no command was found. */
  readonly name?: string;
  /** The command itself, without effects that only this call has. Absent: no command was found. */
  readonly mapping?: CommandMapping;
  /** In the order of the document. */
  readonly given: readonly GivenParameter[];
  /** In the order of argv. Empty beside `name`: the argv is understood to the last word. */
  readonly unknown: readonly UnknownWord[];
  /** Sentences about the argv as a whole: no document, no command, no argv at all. */
  readonly problems: readonly string[];
}
