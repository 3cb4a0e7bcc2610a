/** Drafts in IndexedDB: one for each browser tab that changed something. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { copyFrom } from '../state/draft.ts';
import type { WorkingCopy } from '../state/working-copy.ts';

export interface StoredDraft {
  readonly id: string;
  readonly copy: WorkingCopy;
  /** Ms since 1970. */
  readonly savedAt: number;
}

export interface DraftDatabase {
  /** True: in local storage, where also last words are. */
  readonly isLocal: boolean;
  /** Newest first. */
  list(): Promise<readonly StoredDraft[]>;
  put(draft: StoredDraft): Promise<void>;
  remove(id: string): Promise<void>;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: { readonly id: string; readonly copy: unknown; readonly savedAt: number } };
}

const NAME = 'atip';
const VERSION = 1;

/**
 * Opens the database; `undefined` where the browser gives none (site data blocked, some private windows).
 *
 * What is read is looked at like a link: another version of the page may have written it.
 */
export async function openDraftDatabase(): Promise<DraftDatabase | undefined> {
  const database = await open();
  if (database === undefined) return undefined;
  return {
    isLocal: false,
    list: async () => {
      const values = await database.getAll('drafts');
      const drafts = values.flatMap(({ id, copy, savedAt }) => {
        const read = copyFrom(copy);
        return read === undefined ? [] : [{ id, copy: read, savedAt }];
      });
      return drafts.toSorted((a, b) => b.savedAt - a.savedAt);
    },
    put: async (draft) => {
      await database.put('drafts', draft);
    },
    remove: (id) => database.delete('drafts', id),
  };
}

async function open(): Promise<IDBPDatabase<Schema> | undefined> {
  try {
    return await openDB<Schema>(NAME, VERSION, {
      upgrade: (database) => database.createObjectStore('drafts', { keyPath: 'id' }),
      // A newer version of the page in another tab must not wait for this one.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    });
  } catch (error) {
    // Blocked, refused, or written by a newer page: the page works without.
    const isRefused = error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError;
    if (isRefused) return undefined;
    throw error;
  }
}
