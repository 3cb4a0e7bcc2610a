import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { type SkippedTool, skip } from './tool-document.ts';

export interface JsonFiles {
  /** Paths in the order of their names. */
  readonly paths: readonly string[];
  /** The directory itself, when it cannot be read. */
  readonly skipped: readonly SkippedTool[];
}

/** Lists the `*.json` of a directory; one that does not exist is empty. */
export async function listJsonFiles(directory: string): Promise<JsonFiles> {
  try {
    const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
    return { paths: names.map((name) => join(directory, name)), skipped: [] };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return { paths: [], skipped: [] };
    const { skipped } = skip(directory, 'directory-unreadable', `It cannot be read: ${describeSystemError(code)}.`);
    return { paths: [], skipped: [skipped] };
  }
}
