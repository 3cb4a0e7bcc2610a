import { join } from 'node:path';
import { ensureDirectory, readBoundedFile, writeFileAtomically } from '@atip/node';
import { MAX_FRAGMENT } from '../portable/read-fragment.ts';
import { isShareId } from '../portable/share-routes.ts';
import type { ShareStore } from '../portable/share-store.ts';

/**
 * Keeps shares as files that only their owner may read, each under its id.
 *
 * @param directory absolute; made, for its owner alone, when the first share is stored.
 * @returns a store whose `get` and `put` fail with the system's error, and with a RangeError for what is no id, which could
 * lead out of the directory.
 */
export function createFolderShareStore(directory: string): ShareStore {
  const pathOf = (id: string): string => {
    if (!isShareId(id)) throw new RangeError('This is no id of a share.');
    return join(directory, id);
  };
  return {
    async get(id) {
      const reading = await readFileIfAny(pathOf(id));
      return reading && new TextDecoder().decode(reading);
    },
    async put(id, fragment) {
      const path = pathOf(id);
      await ensureDirectory(directory);
      await writeFileAtomically(path, fragment);
    },
  };
}

/** A link is not followed: nobody but an intruder would have put it there. */
async function readFileIfAny(path: string): Promise<Uint8Array | undefined> {
  try {
    const { bytes, refused } = await readBoundedFile(path, MAX_FRAGMENT, 'refused');
    if (refused !== undefined) throw new Error(`${path} is no share: ${refused}.`);
    return bytes;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
