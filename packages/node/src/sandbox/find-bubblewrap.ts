import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';

/** Where a system keeps programs. Not the PATH: whoever chooses the program that builds the sandbox has no sandbox. */
const TRUSTED: readonly string[] = ['/usr/bin', '/usr/local/bin', '/run/wrappers/bin', '/run/current-system/sw/bin'];

/**
 * Finds a bubblewrap that only the system's owner could have put there.
 *
 * Limits: the file and every directory above it belong to `owner` or root, and nobody else can write them; a directory with
 * the sticky bit, where others cannot replace the file, is as good.
 * @param owner user id. Absent: root.
 * @returns its real path, or null.
 */
export async function findBubblewrap(directories: readonly string[] = TRUSTED, owner = 0): Promise<string | null> {
  for (const directory of directories) {
    const path = await resolve(join(directory, 'bwrap'));
    if (path !== null && (await isTrusted(path, owner))) return path;
  }
  return null;
}

async function resolve(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return null;
  }
}

async function isTrusted(path: string, owner: number): Promise<boolean> {
  const stats = await lstat(path);
  if (!stats.isFile() || (stats.mode & 0o111) === 0 || (stats.mode & 0o022) !== 0) return false;
  if (stats.uid !== 0 && stats.uid !== owner) return false;
  return isTrustedDirectory(dirname(path), owner);
}

async function isTrustedDirectory(path: string, owner: number): Promise<boolean> {
  const { mode, uid } = await lstat(path);
  const exclusive = (mode & 0o022) === 0 || (mode & 0o1000) !== 0;
  if (!exclusive || (uid !== 0 && uid !== owner)) return false;
  return path === dirname(path) || isTrustedDirectory(dirname(path), owner);
}
