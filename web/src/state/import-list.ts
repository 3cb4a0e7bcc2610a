/** The items to be imported, for the dialog and for what is dropped while it is closed. */
import { type ImportItem, type NewItem, withItems } from './import-items.ts';

export interface ImportList {
  readonly get: () => readonly ImportItem[];
  readonly set: (items: readonly ImportItem[]) => void;
  readonly add: (items: readonly NewItem[]) => void;
  /** @returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** An empty list. */
export function createImportList(): ImportList {
  let items: readonly ImportItem[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly ImportItem[]): void => {
    items = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => items,
    set,
    add: (added) => set(withItems(items, added)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The page's one list. Never stored: what is pasted may hold anything. */
export const IMPORT_LIST: ImportList = createImportList();
