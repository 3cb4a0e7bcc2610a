import type { AtipEffects, AtipTool } from '@atip/core';

/** A document of this package. */
export interface ShimTool extends AtipTool {
  /** The source of its commands and options, such as `help of git 2.39.5`. */
  'x-source': string;
}

/** The facts about a document that a list of tools shows. */
export interface ShimSummary {
  readonly version: string;
  readonly description: string;
  /** Over the document's JSON. */
  readonly hash: `sha256:${string}`;
  /** Known commands that can be called. */
  readonly commands: number;
  /** Of these, commands that destroy data by themselves. */
  readonly destroys: number;
  /** Commands that do not destroy, but write, delete, cannot be undone or are not idempotent. */
  readonly changes: number;
  /** The worst effects of all its commands, and none where one of them leaves a harm open. */
  readonly effects: readonly AtipEffects[];
  /** True: each command by itself only reads, but an option of one does more. */
  readonly isRaised?: true | undefined;
}
