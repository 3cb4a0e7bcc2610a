import type { AtipTool } from '@atip/core';

/** A document of this package. */
export interface ShimTool extends AtipTool {
  /** Where its commands and options come from, such as `help of git 2.39.5`. */
  'x-source': string;
}
