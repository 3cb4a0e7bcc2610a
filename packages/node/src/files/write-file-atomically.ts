import { constants } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.ts';
import { systemErrorCode } from './system-error.ts';
import { temporaryName } from './temporary-name.ts';

/** A name that is taken is refused, also when a link has taken it. */
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * Replaces a file so that whoever reads it, or comes after a crash at any moment, finds the old bytes or the new ones.
 *
 * When it resolves, the new bytes are on the disk. A symbolic link at the path is replaced, not followed.
 * Limits: two writers do not see each other; who must not lose the other's change holds a lock. A writer that is killed
 * leaves a hidden file beside the target, which `removeStrayFiles` removes.
 * @param mode Permissions of the new file; absent: its owner alone may read and write it.
 * @throws the system's error, such as `ENOSPC`, `EROFS` or `EACCES`; the old file is then as it was.
 */
export async function writeFileAtomically(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = temporaryName(path);
  try {
    await writeDurably(temporary, content, mode);
    await rename(temporary, path);
  } catch (error) {
    await discard(temporary);
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function writeDurably(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = await open(path, CREATE_FLAGS, mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A system that refuses to remove the file as well would only hide its first error; the next writer removes the file. */
async function discard(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
  }
}
