import type { ImportSource } from './answer-import.ts';

/** One text, as it was pasted or read from a file, and what the person says of it. */
export interface ImportItem extends ImportSource {
  readonly id: number;
  /** Id of the open document that it is the text of, and whose place it takes. Absent: it opens beside. */
  readonly replaces?: string;
}

export type NewItem = Pick<ImportItem, 'text' | 'fileName' | 'replaces'>;

/** The list with new items behind; an item that is still blank makes room for them. */
export function withItems(items: readonly ImportItem[], added: readonly NewItem[]): readonly ImportItem[] {
  const kept = items.filter(({ text }) => text.trim() !== '');
  const next = Math.max(0, ...items.map(({ id }) => id)) + 1;
  return [...kept, ...added.map((item, index) => ({ ...item, id: next + index }))];
}

/** A person's changes; `undefined` goes back to what is found in the text. */
export interface ItemChange {
  readonly text?: string;
  readonly kind?: ImportItem['kind'] | undefined;
  readonly toolName?: string | undefined;
  readonly effects?: boolean;
}

export function withChange(items: readonly ImportItem[], id: number, change: ItemChange): readonly ImportItem[] {
  return items.map((item) => (item.id === id ? changed(item, change) : item));
}

function changed(item: ImportItem, change: ItemChange): ImportItem {
  const { kind = undefined, toolName = undefined, ...rest } = { ...item, ...change };
  return { ...rest, ...(kind && { kind }), ...(toolName !== undefined && toolName !== '' && { toolName }) };
}

export function withoutItem(items: readonly ImportItem[], id: number): readonly ImportItem[] {
  return items.filter((item) => item.id !== id);
}

export function itemName({ fileName, id }: ImportItem): string {
  return fileName ?? `Pasted text ${id}`;
}

type ImportList = ReturnType<typeof createImportList>;

function createImportList() {
  let items: readonly ImportItem[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly ImportItem[]): void => {
    items = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => items,
    set,
    add: (added: readonly NewItem[]) => set(withItems(items, added)),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The page's one list. Never stored: what is pasted may hold anything. */
export const IMPORT_LIST: ImportList = createImportList();
