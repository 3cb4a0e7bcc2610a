import { createStore } from '../../page/store.ts';
import type { ImportSource } from './answer-import.ts';

/** One text, as pasted or read from a file, and the person's choices for it. */
export interface ImportItem extends ImportSource {
  readonly id: number;
  /** Id of the open document with this text, which it replaces. Absent: it opens beside. */
  readonly replaces?: string;
}

export type NewItem = Pick<ImportItem, 'text' | 'fileName' | 'replaces'>;

const { get, set, subscribe } = createStore<readonly ImportItem[]>([]);

/** The page's one list. Never stored, because pasted text may hold anything. */
export const IMPORT_LIST = {
  get,
  subscribe,
  /** Puts new items behind; an item that is still blank makes room for them. */
  add: (added: readonly NewItem[]): void => {
    const kept = get().filter(({ text }) => text.trim() !== '');
    const next = Math.max(0, ...get().map(({ id }) => id)) + 1;
    set([...kept, ...added.map((item, index) => ({ ...item, id: next + index }))]);
  },
  /** A field that is `undefined` goes back to the one found in the text. */
  change: (id: number, change: Partial<ImportSource>): void =>
    set(get().map((item) => (item.id === id ? { ...item, ...change } : item))),
  remove: (id: number): void => set(get().filter((item) => item.id !== id)),
  clear: (): void => set([]),
};
