import type { ToolScan } from '@atip/node';

/** The tools that calls may name. */
export interface ToolCatalogue {
  /** Reads the registry and the directories again. @returns what was read, or what a later refresh has read meanwhile. */
  refresh(): Promise<ToolScan>;
  /** As last read. */
  current(): ToolScan;
}
