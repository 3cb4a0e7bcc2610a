import { lstat, readdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from './system-error.ts';
import { isTemporaryName } from './temporary-name.ts';

/** No writer takes as long, so that what is older was left by one that was killed. Milliseconds. */
const STRAY_AGE = 60_000;

/**
 * Removes the temporary files that killed writers of a file left beside it.
 *
 * Only regular files with a name as `writeFileAtomically` gives it, last written more than a minute ago.
 * @param now Milliseconds since 1970, by the clock of the file system.
 * @throws the system's error, but not for a file that somebody else removed meanwhile.
 */
export async function removeStrayFiles(path: string, now: number): Promise<void> {
  const directory = dirname(path);
  for (const name of await readdir(directory)) {
    if (isTemporaryName(name, path)) await removeWhenOld(join(directory, name), now);
  }
}

async function removeWhenOld(path: string, now: number): Promise<void> {
  try {
    const stats = await lstat(path);
    if (stats.isFile() && now - stats.mtimeMs > STRAY_AGE) await unlink(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}
