import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';
import { temporaryName } from '../files/temporary-name.ts';

/** Bytes of a path that can be handled together with one more name; the least that systems allow is 4,096, on macOS 1,024. */
const MAX_PATH = 700;

/**
 * Removes a directory that a program could do with as it liked.
 *
 * What it locked against us is unlocked, and what lies deeper than a path can say is brought up; what it made impossible
 * to remove stays, since its answer must not depend on it.
 */
export async function removeLitter(directory: string): Promise<void> {
  if (await tryTo(() => rm(directory, { recursive: true, force: true }))) return;
  await tryTo(() => unlock(directory));
  await tryTo(() => rm(directory, { recursive: true, force: true }));
}

async function tryTo(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return false;
  }
}

async function unlock(root: string): Promise<void> {
  const directories = [root];
  for (const directory of directories) {
    await chmod(directory, 0o700);
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(directory, entry.name);
      const isDeep = Buffer.byteLength(path) > MAX_PATH;
      const place = isDeep ? temporaryName(join(root, 'deep')) : path;
      if (isDeep) {
        await chmod(path, 0o700);
        await rename(path, place);
      }
      directories.push(place);
    }
  }
}
