import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  BUNDLE_ENDING,
  type FoundTool,
  type SkippedTool,
  type ToolOrigin,
  type ToolReading,
  leftOutReasons,
  readTextFile,
  readToolDocument,
  skip,
} from './tool-document.ts';
import type { XdgPaths } from '../process/xdg-paths.ts';
import { isRootOnly } from '../files/file-owners.ts';
import { describeSystemError, unlessRefused } from '../files/system-error.ts';

/** Directories of documents; the user's come before the system's. */
type ToolDirectories = Pick<XdgPaths, 'tools' | 'shims'> & Partial<Pick<XdgPaths, 'system'>>;

/**
 * Reads every `*.json` of the directories of one origin, most authoritative first, without choosing among them; every
 * problem becomes a skip.
 * @param only names of tools, which are those of the files
 * @see ATIP 0.3 §4, §5.1
 */
export async function readToolReadings(
  paths: ToolDirectories,
  origin: Extract<ToolOrigin, 'tools' | 'shims'>,
  only: (name: string) => boolean = () => true,
): Promise<ToolReading[]> {
  const system = paths.system ?? [];
  // A package may install its document directly into the system's directory, without a folder.
  const flat = origin === 'tools' ? system.map(({ data }) => data) : [];
  const directories = [paths[origin], ...system.map((directory) => directory[origin]), ...flat];
  const readings: ToolReading[] = [];
  for (const directory of directories) {
    const files = listJsonFiles(directory);
    readings.push(...files.skipped.map((skipped) => ({ skipped })));
    for (const path of files.paths) if (only(basename(path, '.json'))) readings.push(await readToolFile(path, origin));
  }
  return readings;
}

async function readToolFile(path: string, origin: ToolOrigin): Promise<ToolReading> {
  const reading = await readTextFile(path);
  if ('skipped' in reading) return reading;
  const place = (await isRootOnly(path)) ? 'root-file' : 'user-file';
  const document = readToolDocument(reading.text, basename(path, '.json'), { origin, source: path, place });
  return withSignatureFile(document, path, reading.text);
}

/** Records where the signature file beside a document is; a broken link there counts as a wrong signature. */
function withSignatureFile(reading: ToolReading, path: string, text: string): ToolReading {
  const file = `${path}${BUNDLE_ENDING}`;
  if (reading.found === undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined) return reading;
  return { ...reading, found: { ...reading.found, signed: { text, file } } };
}

export function listJsonFiles(directory: string): {
  readonly paths: readonly string[];
  readonly skipped: readonly SkippedTool[];
} {
  const names = unlessRefused(
    () => readdirSync(directory),
    (code) => ({ code }),
  );
  if (!('code' in names)) {
    const own = names.filter((name) => name.endsWith('.json') && !name.endsWith(`.json${BUNDLE_ENDING}`)).sort();
    return { paths: own.map((name) => join(directory, name)), skipped: [] };
  }
  if (names.code === 'ENOENT') return { paths: [], skipped: [] };
  const { skipped } = skip(directory, 'directory-unreadable', `It cannot be read: ${describeSystemError(names.code)}.`);
  return { paths: [], skipped: [skipped] };
}

export interface ToolScan {
  readonly found: readonly FoundTool[];
  readonly skipped: readonly SkippedTool[];
}

/**
 * Keeps the first document for each name; lists later ones as `shadowed`, and the omitted commands of kept ones.
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
