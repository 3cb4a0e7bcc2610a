/** Drafts in IndexedDB: each browser tab writes its own, and can open those of other tabs and earlier visits. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { copyFrom, readDraft } from './draft.ts';
import type { WorkingCopy } from './working-copy.ts';
import type { SafeStorage } from './safe-storage.ts';

export interface StoredDraft {
  readonly id: string;
  readonly copy: WorkingCopy;
  /** Ms since 1970. */
  readonly savedAt: number;
}

export interface OtherDraft extends StoredDraft {
  /** Another tab has it open, and would overwrite it. */
  readonly isOpen: boolean;
}

export type Drafts = Awaited<ReturnType<typeof openDrafts>>;

interface Schema extends DBSchema {
  drafts: { key: string; value: { readonly id: string; readonly copy: unknown; readonly savedAt: number } };
}

type Database = IDBPDatabase<Schema> | undefined;

const TAB_KEY = 'atip.tab.v1';
/** The last edit of the page that closed last. */
const LAST_KEY = 'atip.last-edit.v1';
/** Kept drafts; the oldest beyond that are deleted. */
const MAX_DRAFTS = 30;
/** Ms that a reloaded page waits for the previous one to release the draft. */
const PATIENCE = 500;

/**
 * Finds the drafts of this browser and takes one for this page, so that no two pages write one draft: the tab's own from
 * before a reload, else the newest; where another living page has that open, a copy of it under a new id.
 */
export async function openDrafts(local: SafeStorage, session: SafeStorage) {
  const database = await openDatabase();
  await takeOverLastEdit(database, local);
  const stored = await listDrafts(database);
  const own = stored.find(({ id }) => id === session.getItem(TAB_KEY));
  const found = own ?? stored[0];
  const isFree = found !== undefined && (await lockDraft(found.id, own === undefined ? 0 : PATIENCE));
  let id = isFree ? found.id : crypto.randomUUID();
  if (!isFree) await lockDraft(id);
  session.setItem(TAB_KEY, id);
  const open = await lockedDrafts();
  for (const old of stored.slice(MAX_DRAFTS))
    if (!open.has(old.id)) await attempt(database, (it) => it.delete('drafts', old.id));
  const put = (draft: StoredDraft): Promise<boolean> => attempt(database, (it) => it.put('drafts', draft));
  return {
    /** The page starts with it. Absent: no draft was kept. */
    ...(found && { copy: found.copy }),
    /** True: another tab has the draft open, and this is a copy of it. */
    copied: found !== undefined && !isFree,
    /** Writes this page's draft. Resolves to false, as the others do, where the browser refuses. */
    save: (copy: WorkingCopy) => put({ id, copy, savedAt: Date.now() }),
    /** Writes it while the page closes, when the database may be too slow. */
    saveNow: (copy: WorkingCopy): void => local.setItem(LAST_KEY, JSON.stringify({ id, savedAt: Date.now(), copy })),
    /** From here on this page writes another draft; the previous one stays as last saved. */
    leaveBehind: async (): Promise<void> => {
      id = crypto.randomUUID();
      await lockDraft(id);
      session.setItem(TAB_KEY, id);
    },
    /** Those of other tabs and earlier visits, newest first. */
    others: async (): Promise<readonly OtherDraft[]> => {
      const [drafts, locked] = await Promise.all([listDrafts(database), lockedDrafts()]);
      return drafts.filter((draft) => draft.id !== id).map((draft) => ({ ...draft, isOpen: locked.has(draft.id) }));
    },
    remove: (other: string) => attempt(database, (it) => it.delete('drafts', other)),
    restore: ({ id: other, copy, savedAt }: StoredDraft) => put({ id: other, copy, savedAt }),
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

const LOCK = 'atip.draft.';

/**
 * Locks a draft until this page closes; false while another living page holds it, also after `patience` ms. Without locks
 * (no secure context, site data blocked) two tabs may write one draft.
 */
async function lockDraft(id: string, patience = 0): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const options = patience === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(patience) };
  return new Promise((resolve, reject) => {
    const request = navigator.locks.request(LOCK + id, options, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
    request.catch((error: unknown) => {
      if (!(error instanceof DOMException)) reject(error);
      else resolve(error.name === 'SecurityError');
    });
  });
}

async function lockedDrafts(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  try {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
  } catch (error) {
    if (error instanceof DOMException) return new Set();
    throw error;
  }
}
