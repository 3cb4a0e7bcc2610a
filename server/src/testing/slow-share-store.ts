import type { ShareStore, StoredShare } from '../portable/share-store.ts';

/** A store in memory that takes some turns of the event loop for everything, so that what is not done in turn overlaps. */
export function createSlowShareStore(): ShareStore {
  const kept = new Map<string, StoredShare>();
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    async get(id) {
      await pause();
      const share = kept.get(id);
      await pause();
      return share;
    },
    async put(id, share) {
      await pause();
      if (share === undefined) kept.delete(id);
      else kept.set(id, share);
      await pause();
    },
  };
}
