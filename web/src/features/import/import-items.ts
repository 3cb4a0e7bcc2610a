import type { ImportSource } from './answer-import.ts';

/** One text, as it was pasted or read from a file, and what the person says of it. */
export interface ImportItem extends ImportSource {
  readonly id: number;
  /** Id of the open document that it is the text of, and whose place it takes. Absent: it opens beside. */
  readonly replaces?: string;
}

export type NewItem = Pick<ImportItem, 'text' | 'fileName' | 'replaces'>;

let items: readonly ImportItem[] = [];
const listeners = new Set<() => void>();

function set(next: readonly ImportItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

/** The page's one list. Never stored: what is pasted may hold anything. */
export const IMPORT_LIST = {
  get: (): readonly ImportItem[] => items,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Puts new items behind; an item that is still blank makes room for them. */
  add: (added: readonly NewItem[]): void => {
    const kept = items.filter(({ text }) => text.trim() !== '');
    const next = Math.max(0, ...items.map(({ id }) => id)) + 1;
    set([...kept, ...added.map((item, index) => ({ ...item, id: next + index }))]);
  },
  /** A field that is `undefined` goes back to the one found in the text. */
  change: (id: number, change: Partial<ImportSource>): void =>
    set(items.map((item) => (item.id === id ? { ...item, ...change } : item))),
  remove: (id: number): void => set(items.filter((item) => item.id !== id)),
  clear: (): void => set([]),
};
