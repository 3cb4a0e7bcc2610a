/** Drafts in local storage: what pages wrote as they went, and all there is where the browser gives no database. */
import { readDraft } from '../state/draft.ts';
import type { SafeStorage } from '../state/safe-storage.ts';
import type { DraftDatabase, StoredDraft } from './draft-database.ts';

/** Before the draft's id. */
const KEY = 'atip.last-words.v1.';

/** Written at once, unlike to a database, so that a page that is about to go can rely on it. */
export function sayLastWords(local: SafeStorage, { id, savedAt, copy }: StoredDraft): void {
  local.setItem(KEY + id, JSON.stringify({ savedAt, copy }));
}

export function forgetLastWords(local: SafeStorage, id: string): void {
  local.removeItem(KEY + id);
}

/** Newest first; what is none is passed over. */
export function lastWords(local: SafeStorage): readonly StoredDraft[] {
  const keys = local.keys().filter((key) => key.startsWith(KEY));
  return keys.flatMap((key) => read(key.slice(KEY.length), local.getItem(key)) ?? []).toSorted(newestFirst);
}

/** In the place of a database. */
export function localDrafts(local: SafeStorage): DraftDatabase {
  return {
    isLocal: true,
    list: async () => lastWords(local),
    put: async (draft) => sayLastWords(local, draft),
    remove: async (id) => forgetLastWords(local, id),
  };
}

export function newestFirst(a: StoredDraft, b: StoredDraft): number {
  return b.savedAt - a.savedAt;
}

/** Written as `{"savedAt":1,"copy":{…}}`. */
function read(id: string, text: string | null): StoredDraft | undefined {
  const [, savedAt, written = ''] = /^\{"savedAt":(\d{1,15}),"copy":([\s\S]*)\}$/.exec(text ?? '') ?? [];
  const copy = readDraft(written);
  return copy === undefined || savedAt === undefined ? undefined : { id, copy, savedAt: Number(savedAt) };
}
