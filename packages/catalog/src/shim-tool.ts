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
  /** Commands that write, delete, cannot be undone or are not the same twice, and do not destroy. */
  readonly changes: number;
  /** The worst effects of all its commands, and none where one of them leaves a harm open. */
  readonly effects: readonly AtipEffects[];
  /** True: each of its commands only reads, and an option makes more of one. */
  readonly isRaised?: true | undefined;
}
