import { discoverCommands, type FoundTool, type SkippedTool } from '@atip/node';
import type { CliHost } from '../cli-host.ts';

/** A tool as far as it could be learned. */
export interface LoadedTool {
  readonly found: FoundTool;
  /** Why more could not be learned. */
  readonly skipped?: SkippedTool;
}

/**
 * Asks a tool's program for the commands that its overview left out; a tool that is known whole is given as it is.
 *
 * @param wanted top-level commands. Absent: all that are missing.
 */
export async function loadOmitted(
  found: FoundTool,
  host: CliHost,
  wanted?: readonly string[] | undefined,
): Promise<LoadedTool> {
  const { name, partial, commands = {} } = found.tool;
  const missing = Object.entries(commands)
    .filter(([key, command]) => command['x-omitted-commands'] !== undefined && (wanted?.includes(key) ?? true))
    .map(([key]) => key);
  if (partial !== true || found.executable === undefined || missing.length === 0) return { found };
  // A person has named the tool, so that it is asked also where no sandbox works.
  const reading = await discoverCommands(name, missing, { env: host.env, named: true });
  return reading.found ? { found: reading.found } : { found, skipped: reading.skipped };
}
