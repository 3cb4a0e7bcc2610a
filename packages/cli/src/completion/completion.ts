/** One text that a word can be completed to. */
export interface Completion {
  /** The whole word, not quoted for any shell. */
  readonly value: string;
  /** One line that is safe to print; may be empty. */
  readonly description: string;
}

/** Everything that a word can be completed to. */
export interface Completions {
  /** In the order in which they are to be shown. */
  readonly values: readonly Completion[];
  /** What the shell may add, which knows paths best. */
  readonly paths: 'none' | 'files' | 'directories';
  /** Part of the word that comes before such a path, such as `--policy=`. */
  readonly beforePath: string;
}
