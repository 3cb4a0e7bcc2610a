import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readToolFile } from './read-tool-file.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { type FoundTool, type SkippedTool, skip, type ToolOrigin, type ToolReading } from './tool-document.ts';
import type { XdgPaths } from '../environment/xdg-paths.ts';

export interface ToolScan {
  /** One per name. */
  readonly found: readonly FoundTool[];
  readonly skipped: readonly SkippedTool[];
}

/**
 * Reads every `*.json` of the `tools` and `shims` directories, in the order of their names.
 *
 * Never throws because of what lies there. A tool's own document wins over a shim of the same name. A directory that
 * does not exist is empty. Nothing is executed.
 * @see ATIP 0.3 §4, §5.1
 */
export async function readToolDirectories(paths: Pick<XdgPaths, 'tools' | 'shims'>): Promise<ToolScan> {
  const readings = [...(await readDirectory(paths.tools, 'tools')), ...(await readDirectory(paths.shims, 'shims'))];
  return chooseTools(readings);
}

/**
 * Keeps the first document for each name; later ones are listed as `shadowed`.
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
  return { found: [...found.values()], skipped };
}

async function readDirectory(directory: string, origin: ToolOrigin): Promise<ToolReading[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return [];
    return [skip(directory, 'directory-unreadable', `It cannot be read: ${describeSystemError(code)}.`)];
  }
  const readings: ToolReading[] = [];
  for (const name of names.filter((entry) => entry.endsWith('.json')).sort()) {
    readings.push(await readToolFile(join(directory, name), origin));
  }
  return readings;
}
