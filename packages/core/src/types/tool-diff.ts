import type { AtipTool } from './tool.ts';

/**
 * The meaning of a change for users of the tool: calls stop working, more is possible, the possible harm differs, or
 * none of these.
 */
export type ToolChangeKind = 'breaking' | 'additive' | 'safety' | 'neutral';

export type ToolChangeCode =
  | 'command-removed'
  | 'command-added'
  | 'parameter-removed'
  | 'parameter-added'
  | 'parameter-required'
  | 'parameter-optional'
  | 'type-changed'
  | 'choices-narrowed'
  | 'choices-widened'
  | 'flags-changed'
  | 'default-changed'
  | 'effect-raised'
  | 'effect-lowered'
  | 'mode-changed'
  | 'trust-changed'
  | 'protocol-changed'
  | 'description-changed';

/** One difference between two versions of a tool's document. */
export interface ToolChange {
  readonly kind: ToolChangeKind;
  readonly code: ToolChangeCode;
  /** Keys from the root to the command. Absent: the tool itself. */
  readonly path?: readonly string[];
  /** Name of an argument or option, or an effect such as `filesystem.write`. */
  readonly name?: string;
  /** For a person. */
  readonly message: string;
}

/** The version step that the changes need; a raised effect counts as breaking, because policies may now refuse. */
export type SemverVerdict = 'none' | 'patch' | 'minor' | 'major';

/** The differences between two versions of a tool. */
export interface ToolDiff {
  readonly before: Pick<AtipTool, 'name' | 'version'>;
  readonly after: Pick<AtipTool, 'name' | 'version'>;
  /** In the order of the commands: those of the earlier version, then new ones. */
  readonly changes: readonly ToolChange[];
  readonly verdict: SemverVerdict;
}
