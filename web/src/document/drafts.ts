/** The draft of this browser tab, in IndexedDB: it outlives a reload and the tab, and a new tab starts with the newest. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { copyFrom, readDraft } from './draft.ts';
import type { WorkingCopy } from './working-copy.ts';
import type { SafeStorage } from './safe-storage.ts';

interface StoredDraft {
  readonly id: string;
  readonly copy: WorkingCopy;
  /** Ms since 1970. */
  readonly savedAt: number;
}

export type Draft = Awaited<ReturnType<typeof openDraft>>;

interface Schema extends DBSchema {
  drafts: { key: string; value: { readonly id: string; readonly copy: unknown; readonly savedAt: number } };
}

type Database = IDBPDatabase<Schema> | undefined;

const TAB_KEY = 'atip.tab.v1';
/** The last edit of the page that closed last. */
const LAST_KEY = 'atip.last-edit.v1';
/** Tabs that find their draft again after a reload; the oldest beyond that are deleted. */
const MAX_DRAFTS = 10;

/**
 * Reads this tab's draft from before a reload, else a copy of the newest one. Each tab writes under an id of its own, so that two
 * tabs never overwrite each other.
 */
export async function openDraft(local: SafeStorage, session: SafeStorage) {
  const database = await openDatabase();
  await takeOverLastEdit(database, local);
  const stored = await listDrafts(database);
  const own = stored.find(({ id }) => id === session.getItem(TAB_KEY));
  const id = own?.id ?? crypto.randomUUID();
  session.setItem(TAB_KEY, id);
  for (const old of stored.slice(MAX_DRAFTS)) await attempt(database, (it) => it.delete('drafts', old.id));
  return {
    /** The page starts with it. Absent: no draft was kept. */
    copy: (own ?? stored[0])?.copy,
    /** Resolves to false where the browser refuses. */
    save: (copy: WorkingCopy) => attempt(database, (it) => it.put('drafts', { id, copy, savedAt: Date.now() })),
    /** Writes it while the page closes, when the database may be too slow. */
    saveNow: (copy: WorkingCopy): void => local.setItem(LAST_KEY, JSON.stringify({ id, savedAt: Date.now(), copy })),
  };
}

/** Moves a draft that a closing page wrote into the database, unless the database has a newer one. */
async function takeOverLastEdit(database: Database, local: SafeStorage): Promise<void> {
  const text = local.getItem(LAST_KEY);
  local.removeItem(LAST_KEY);
  const [, id = '', savedAt, written = ''] =
    /^\{"id":"([\w-]+)","savedAt":(\d{1,15}),"copy":([\s\S]*)\}$/.exec(text ?? '') ?? [];
  const copy = readDraft(written);
  if (copy === undefined || savedAt === undefined) return;
  await attempt(database, async (it) => {
    const known = await it.get('drafts', id);
    if ((known?.savedAt ?? 0) < Number(savedAt)) await it.put('drafts', { id, copy, savedAt: Number(savedAt) });
  });
}

/** `undefined` where the browser refuses: site data blocked, some private windows, or a database of a newer page. */
async function openDatabase(): Promise<Database> {
  try {
    return await openDB<Schema>('atip', 1, {
      upgrade: (database) => database.createObjectStore('drafts', { keyPath: 'id' }),
      // A newer version of the page in another tab must not wait for this one.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    });
  } catch (error) {
    const isRefused = error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError;
    if (isRefused) return undefined;
    throw error;
  }
}

/** Newest first. Each is checked like a link, because another version of the page may have written it. */
async function listDrafts(database: Database): Promise<readonly StoredDraft[]> {
  const drafts: StoredDraft[] = [];
  await attempt(database, async (it) => {
    for (const { id, copy, savedAt } of await it.getAll('drafts')) {
      const read = copyFrom(copy);
      if (read !== undefined) drafts.push({ id, copy: read, savedAt });
    }
  });
  return drafts.sort((a, b) => b.savedAt - a.savedAt);
}

/** False: the browser refused, as it does when its storage is full or the database was closed. */
async function attempt(
  database: Database,
  use: (database: IDBPDatabase<Schema>) => Promise<unknown>,
): Promise<boolean> {
  if (database === undefined) return false;
  try {
    await use(database);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
