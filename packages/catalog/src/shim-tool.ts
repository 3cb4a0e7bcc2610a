import type { AtipTool } from '@atip/core';

/** A document of this package. */
export interface ShimTool extends AtipTool {
  /** The source of its commands and options, such as `help of git 2.39.5`. */
  'x-source': string;
}
