/** A line of `effects/*.tsv`: what a command does, or what one of its parameters adds. */
export interface TableRow {
  /** Such as `git push`; its first word is the tool. */
  readonly command: string;
  /** True, written `git *`: the row holds for these options and arguments of every command, and for the global ones. */
  readonly everywhere: boolean;
  /** Flags, or names of arguments, that add the effects when a call gives them. Empty: the command itself has them. */
  readonly parameters: readonly string[];
  /** As they stand in the table, see `effects/README.md`. */
  readonly words: readonly string[];
  readonly reason: string;
  /** Such as `effects/git.tsv:12`, for messages. */
  readonly at: string;
}
