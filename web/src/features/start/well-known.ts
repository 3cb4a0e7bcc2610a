/** Figures of documents that are loaded only when they are opened; a test compares them with the documents. */
interface WellKnown {
  readonly name: string;
  readonly commands: number;
  /** Total of the figures below: commands, or the options of a program that is one command. */
  readonly of: number;
  readonly destroy: number;
  /** Write, delete or cannot be undone or repeated, and do not destroy. */
  readonly change: number;
}

export const WELL_KNOWN: readonly WellKnown[] = [
  { name: 'git', commands: 106, of: 106, destroy: 23, change: 39 },
  { name: 'gh', commands: 105, of: 105, destroy: 30, change: 16 },
  { name: 'docker', commands: 79, of: 79, destroy: 27, change: 17 },
  { name: 'kubectl', commands: 57, of: 57, destroy: 21, change: 2 },
  { name: 'npm', commands: 62, of: 62, destroy: 20, change: 17 },
  { name: 'find', commands: 1, of: 54, destroy: 4, change: 0 },
];

export const TOOLS_AT_HAND = 77;
