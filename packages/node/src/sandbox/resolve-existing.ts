import { lstatSync, realpathSync } from 'node:fs';
import { systemErrorCode } from '../files/system-error.ts';

/** What a path may give that leads nowhere, or where we may not look; then a program of ours may not look there either. */
const NOT_HERE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG']);

/**
 * Resolves every link of a path.
 *
 * Synchronous, since dozens of such questions are asked before each run and each is answered in microseconds.
 * @returns null when nothing is there, or nothing that this user could reach.
 */
export function resolveExisting(path: string): string | null {
  try {
    // Asked first, because a missing file is the common case, and then nothing has to be thrown.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    return realpathSync.native(path);
  } catch (error) {
    if (!NOT_HERE.has(systemErrorCode(error))) throw error;
    return null;
  }
}
