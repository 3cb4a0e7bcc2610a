/** The drafts as the page uses them: one of its own to write, and the others to look at. */
import type { SafeStorage } from '../state/safe-storage.ts';
import { DRAFT_KEY, readDraft } from '../state/draft.ts';
import type { WorkingCopy } from '../state/working-copy.ts';
import { type ClaimedDraft, claimDraft } from './claim-draft.ts';
import { type DraftDatabase, openDraftDatabase, type StoredDraft } from './draft-database.ts';
import { forgetLastWords, lastWords, localDrafts, newestFirst, sayLastWords } from './last-words.ts';
import { lockDraft, lockedDrafts } from './lock-draft.ts';

export interface OtherDraft extends StoredDraft {
  /** Another tab has it open, and would write it again. */
  readonly isOpen: boolean;
}

export interface Drafts extends Omit<ClaimedDraft, 'id'> {
  /** Writes this page's draft. Resolves to false where the browser does not keep it. */
  save(copy: WorkingCopy): Promise<boolean>;
  /** Writes it at once, for a page that is about to go: what is written asynchronously may not arrive. */
  saveNow(copy: WorkingCopy): void;
  /** From here on this page writes another draft; the one until now stays as it was saved last. */
  leaveBehind(): Promise<void>;
  /** Those of other tabs and earlier visits, newest first; none where the browser refuses. */
  others(): Promise<readonly OtherDraft[]>;
  /** Resolves to false where the browser refuses. */
  remove(id: string): Promise<boolean>;
  /** Puts one back that was removed. Resolves to false where the browser refuses. */
  restore(draft: StoredDraft): Promise<boolean>;
}

const TAB_KEY = 'atip.tab.v1';
/** Drafts kept; of more, the oldest go. */
const MAX_DRAFTS = 30;

/** Finds the drafts of this browser and claims one for this page. */
export async function openDrafts(local: SafeStorage, session: SafeStorage): Promise<Drafts> {
  const database = (await openDraftDatabase()) ?? localDrafts(local);
  const drafts = await rescued(database, local);
  const newId = (): string => crypto.randomUUID();
  const tabId = session.getItem(TAB_KEY) ?? undefined;
  const { id: claimed, ...start } = await claimDraft({ drafts, tabId, newId, lock: lockDraft });
  let id = claimed;
  session.setItem(TAB_KEY, id);
  await prune(database, drafts);
  return {
    ...start,
    save: async (copy) => {
      const draft = { id, copy, savedAt: Date.now() };
      const kept = await attempt(() => database.put(draft));
      if (kept && !database.isLocal) forgetLastWords(local, draft.id);
      return kept;
    },
    saveNow: (copy) => sayLastWords(local, { id, savedAt: Date.now(), copy }),
    leaveBehind: async () => {
      id = newId();
      await lockDraft(id, 0);
      session.setItem(TAB_KEY, id);
    },
    others: async () => {
      const open = await lockedDrafts();
      const others = (await listed(database)).filter((draft) => draft.id !== id);
      return others.map((draft) => ({ ...draft, isOpen: open.has(draft.id) }));
    },
    remove: (other) => attempt(() => database.remove(other)),
    restore: ({ id: other, copy, savedAt }) => attempt(() => database.put({ id: other, copy, savedAt })),
  };
}

/** All drafts, with what pages wrote as they went, and the one draft that earlier versions of the page kept. */
async function rescued(database: DraftDatabase, local: SafeStorage): Promise<readonly StoredDraft[]> {
  const byId = new Map((await listed(database)).map((draft) => [draft.id, draft]));
  for (const last of database.isLocal ? [] : lastWords(local)) {
    const isNewer = last.savedAt > (byId.get(last.id)?.savedAt ?? 0);
    if (isNewer) byId.set(last.id, last);
    if (!isNewer || (await attempt(() => database.put(last)))) forgetLastWords(local, last.id);
  }
  const earlier = readDraft(local.getItem(DRAFT_KEY));
  if (byId.size === 0 && earlier !== undefined) byId.set('earlier', { id: 'earlier', copy: earlier, savedAt: 0 });
  return [...byId.values()].toSorted(newestFirst);
}

/** Never takes one that a living page has open: it may have nothing to save again. */
async function prune(database: DraftDatabase, drafts: readonly StoredDraft[]): Promise<void> {
  const old = drafts.slice(MAX_DRAFTS);
  if (old.length === 0) return;
  const open = await lockedDrafts();
  await Promise.all(old.map(({ id }) => open.has(id) || attempt(() => database.remove(id))));
}

/** None where the browser gives none; what a page writes is then said to be lost. */
async function listed(database: DraftDatabase): Promise<readonly StoredDraft[]> {
  let drafts: readonly StoredDraft[] = [];
  await attempt(async () => {
    drafts = await database.list();
  });
  return drafts;
}

/** False: the browser refused, as it does when its storage is full or the database was closed. */
async function attempt(use: () => Promise<void>): Promise<boolean> {
  try {
    await use();
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
