import { leftOutReasons } from './leave-out-hidden.ts';
import { type FoundTool, type SkippedTool, skip, type ToolReading } from './tool-document.ts';

export interface ToolScan {
  /** One per name. */
  readonly found: readonly FoundTool[];
  readonly skipped: readonly SkippedTool[];
}

/**
 * Keeps the first document for each name; later ones are listed as `shadowed`, and so are the commands that were left out
 * of one that is kept, with their reason.
 *
 * @param readings most authoritative first.
 */
export function chooseTools(readings: readonly ToolReading[]): ToolScan {
  const found = new Map<string, FoundTool>();
  const skipped: SkippedTool[] = [];
  for (const reading of readings) {
    if (reading.found === undefined) {
      skipped.push(reading.skipped);
      continue;
    }
    const { name } = reading.found.tool;
    const winner = found.get(name);
    if (winner === undefined) found.set(name, reading.found);
    else skipped.push(skip(reading.found.source, 'shadowed', `${winner.source} already describes it.`).skipped);
  }
  for (const { tool, source } of found.values()) {
    for (const reason of leftOutReasons(tool)) skipped.push(skip(source, 'hidden-characters', reason).skipped);
  }
  return { found: [...found.values()], skipped };
}
