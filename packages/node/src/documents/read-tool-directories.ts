import type { XdgPaths } from '../environment/xdg-paths.ts';
import { chooseTools, type ToolScan } from './choose-tools.ts';
import { listJsonFiles } from './list-json-files.ts';
import { readToolFile } from './read-tool-file.ts';
import type { ToolOrigin, ToolReading } from './tool-document.ts';

/** Where documents lie; the user's directories come before the system's. */
export type ToolDirectories = Pick<XdgPaths, 'tools' | 'shims'> & Partial<Pick<XdgPaths, 'system'>>;

/**
 * Reads every `*.json` of the `tools` and `shims` directories, in the order of their names.
 *
 * Never throws because of what lies there. A tool's own document wins over a shim of the same name, and the user's over the
 * system's. A directory that does not exist is empty. Nothing is executed.
 * @see ATIP 0.3 §4, §5.1
 */
export async function readToolDirectories(paths: ToolDirectories): Promise<ToolScan> {
  return chooseTools([...(await readToolReadings(paths, 'tools')), ...(await readToolReadings(paths, 'shims'))]);
}

/** Reads the documents of one origin, most authoritative first, without choosing among them. */
export async function readToolReadings(
  paths: ToolDirectories,
  origin: Extract<ToolOrigin, 'tools' | 'shims'>,
): Promise<ToolReading[]> {
  const system = paths.system ?? [];
  // A package may put its document into the system's directory itself, without a folder.
  const flat = origin === 'tools' ? system.map(({ data }) => data) : [];
  const directories = [paths[origin], ...system.map((directory) => directory[origin]), ...flat];
  const readings: ToolReading[] = [];
  for (const directory of directories) {
    const files = await listJsonFiles(directory);
    readings.push(...files.skipped.map((skipped) => ({ skipped })));
    for (const path of files.paths) readings.push(await readToolFile(path, origin));
  }
  return readings;
}
