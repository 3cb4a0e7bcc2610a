/** Bytes of all documents of a registry that count at once, 64 MiB: two thousand of the usual size. */
const MAX_DOCUMENTS: number = 64 * 1024 * 1024;

/** What is left for documents: each is bounded, but a registry could have one for every program of the PATH. */
export interface DocumentRoom {
  /** Takes what a document needs. @param bytes of it. @returns false when there is not that much left; nothing is taken then. */
  readonly take: (bytes: number) => boolean;
}

/** Makes the room for one scan, or for one listing. @param bytes absent: 64 MiB. */
export function documentRoom(bytes: number = MAX_DOCUMENTS): DocumentRoom {
  let left = bytes;
  return {
    take(needed) {
      if (needed > left) return false;
      left -= needed;
      return true;
    },
  };
}

/** Why a document is left out. */
export const NO_ROOM = 'With it, what registries say would have more than 64 MiB.';
