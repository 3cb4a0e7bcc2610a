import { chooseTools, type ToolScan } from '../documents/choose-tools.ts';
import { readOverride } from '../documents/read-override.ts';
import type { FoundTool, SkippedTool, ToolReading } from '../documents/tool-document.ts';

/**
 * Chooses one document for each name and lays the user's overrides over them.
 *
 * @param readings most authoritative first
 * @param overrides directory of the user's files
 * @see ATIP 0.3 §4, §5.1
 */
export async function assembleTools(readings: readonly ToolReading[], overrides: string): Promise<ToolScan> {
  const chosen = chooseTools(readings);
  const found: FoundTool[] = [];
  const skipped: SkippedTool[] = [...chosen.skipped];
  for (const tool of chosen.found) {
    const reading = await readOverride(tool, overrides);
    if (reading.found) found.push(reading.found);
    else skipped.push(reading.skipped);
  }
  return { found, skipped };
}
