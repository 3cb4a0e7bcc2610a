import { dirname } from 'node:path';
import { isRecord } from '@atip/core/internal';
import { decodeUtf8, readBoundedFile } from './read-bounded-file.ts';
import { unlessMissing } from './system-error.ts';
import { ensureDirectory, writeFileAtomically } from './write-file-atomically.ts';

const MAX_CACHE_FILE = 16 * 1024 * 1024;

/** Parses a text. @returns undefined for text that is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Reads a file of data that can be found again.
 *
 * @returns undefined for a file that is missing, too large, damaged or of another version.
 * @throws the system's error when the file exists and cannot be read.
 */
export async function readCacheFile(
  path: string,
  version: number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { bytes } = (await unlessMissing(readBoundedFile(path, MAX_CACHE_FILE))) ?? {};
  const value = bytes && parseJson(decodeUtf8(bytes) ?? '');
  return isRecord(value) && value['version'] === version ? value : undefined;
}

/** Writes the file for the next time; concurrent readers get the old or the new one. @throws the system's error. */
export async function saveCacheFile(path: string, version: number, content: object): Promise<void> {
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, JSON.stringify({ version, ...content }));
}
