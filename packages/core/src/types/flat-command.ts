import type { AtipEffects } from './effects.ts';
import type { AtipCommand, AtipTool } from './tool.ts';

/** An invocable leaf of a tool's command tree. */
export interface FlatCommand {
  /** What providers call it, for example `"gh_pr_create"`: at most 64 characters, unique in its tool. */
  readonly name: string;
  readonly tool: AtipTool;
  /** Keys from the root to the leaf, without the empty key; `[]` is the tool itself. */
  readonly path: readonly string[];
  /** JSON Pointer of the command in its document. */
  readonly pointer: string;
  readonly metadata: AtipCommand;
  /** Merged over the tool, each group and the leaf. */
  readonly effects: AtipEffects;
}

/** A compiled name resolved back to the command it stands for. */
export interface CommandMapping {
  /** Executable name and subcommands, for example `["gh", "pr", "create"]`. */
  readonly command: readonly string[];
  readonly metadata: AtipCommand;
  readonly tool: AtipTool;
  readonly path: readonly string[];
  readonly effects: AtipEffects;
}
