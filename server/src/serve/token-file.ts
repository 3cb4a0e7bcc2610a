import { constants, lstatSync, unlinkSync } from 'node:fs';
import { lstat, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDirectory, systemErrorCode, writeFileAtomically } from '@atip/node/internal';

/**
 * Writes a token into `companion-PORT.token`, mode 0600, in a directory of the companion's own with mode 0700. Readers find
 * the old token or the new one.
 * @throws the system's error; `ELOOP` or `ENOTDIR` when the directory is a link or not a directory, `EPERM` when it is another user's.
 */
export async function writeTokenFile(directory: string, port: number, token: string) {
  await ensureOwnDirectory(directory);
  const path = tokenPath(directory, port);
  await writeFileAtomically(path, `${token}\n`);
  const { ino } = await lstat(path);
  /** Unless another companion has replaced it. Synchronous, because it must happen however the process ends. */
  const remove = (): void => {
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) unlinkSync(path);
  };
  return { path, remove };
}

/** Makes a directory with mode 0700, and missing ones above it. @throws the system's error, as `writeTokenFile` does. */
export async function ensureOwnDirectory(directory: string): Promise<void> {
  // Not mkdir's `recursive`, which loops for ever where no directory can be made, as in /proc.
  await ensureDirectory(directory);
  // Follows no other user's link.
  const opened = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  await opened.chmod(0o700).finally(() => opened.close());
}

/** Removes the token file that a killed companion left for this port, on which only the caller listens, if possible. */
export async function removeLeftTokenFile(directory: string, port: number): Promise<undefined> {
  try {
    await unlink(tokenPath(directory, port));
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
  }
}

function tokenPath(directory: string, port: number): string {
  return join(directory, `companion-${port}.token`);
}
