/** A host's knowledge about the loss of files: whether git brings them back, or builds make them again. */
export interface SavedView {
  /**
   * Why it is a loss when what stands at a place is overwritten, moved or deleted: completes "sed changes src/a.ts, …": `which git
   * has not saved`. Undefined: nothing is lost, since nothing is there or all of it comes back.
   */
  whyLost(place: LostPlace): string | undefined;
}

/** A path, or all paths that fit a pattern, with everything below them. */
export interface LostPlace {
  /** Absolute, and not folded: links count before `..` does. Signs of globs as bash reads them where `isPattern`. */
  readonly path: string;
  readonly isPattern: boolean;
  /** True: the shell splits the names that it fits, so that one with a blank or a sign of a glob stands for others. */
  readonly isSplit: boolean;
  /** True: it is only deleted, so that what builds make again is no loss. */
  readonly isDeleted: boolean;
}
