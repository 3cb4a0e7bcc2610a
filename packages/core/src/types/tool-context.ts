/** One command that an agent ran, as others are told of it. */
export interface RecentCommand {
  readonly tool: string;
  /** The command line after the tool's name, as far as it is to be shared; `"pr list"`. */
  readonly command: string;
  /** `null` when a signal ended the process or it never started. */
  readonly exitCode: number | null;
}

/** What agents share about their tools. @see ATIP 0.3 §10.3 */
export interface ToolContext {
  readonly availableTools: readonly string[];
  /** Those of them that are known to be logged in. */
  readonly authenticatedTools: readonly string[];
  /** Oldest first, at most 20. */
  readonly recentCommands: readonly RecentCommand[];
}
