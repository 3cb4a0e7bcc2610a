import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDirectory, readBoundedFile, unlessMissing, writeFileAtomically } from '@atip/node/internal';
import { MAX_FRAGMENT } from './share-fragment.ts';
import { isShareId, MAX_AROUND_FRAGMENT, readStoredShare, writeStoredShare, type ShareStore } from './stored-share.ts';

/**
 * Keeps shares as files for their owner alone, each under its id. Limits: if two processes write one share, the later
 * file stays.
 * @param directory absolute; made when the first share is stored.
 * @returns a store that fails with the system's error, and with a RangeError for an invalid id, which could lead out of
 * the directory.
 */
export function createFolderShareStore(directory: string): ShareStore {
  const pathOf = (id: string): string => {
    if (!isShareId(id)) throw new RangeError('This is not the id of a share.');
    return join(directory, id);
  };
  return {
    async get(id) {
      const path = pathOf(id);
      const bytes = await unlessMissing(readShareFile(path));
      return bytes && readStoredShare(new TextDecoder().decode(bytes));
    },
    async put(id, share) {
      const path = pathOf(id);
      if (share === undefined) return unlessMissing(unlink(path));
      await ensureDirectory(directory);
      return writeFileAtomically(path, writeStoredShare(share));
    },
  };
}

/** Follows no link: only an intruder would have put one there. */
async function readShareFile(path: string): Promise<Uint8Array> {
  const { bytes, refused } = await readBoundedFile(path, MAX_FRAGMENT + MAX_AROUND_FRAGMENT, 'refused');
  if (refused !== undefined) throw new Error(`${path} is not a share: ${refused}.`);
  return bytes;
}
