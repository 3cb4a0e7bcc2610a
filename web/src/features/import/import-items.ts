import type { ImportSource } from './detect-import.ts';

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
  return [...kept, ...added.map((item, index) => ({ effects: true, ...item, id: next + index }))];
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

/** UTF-16 units of a text that are looked at, at every keystroke. */
const LOOKED_AT = 20_000;
/** Shorter texts are still being typed. */
const MIN_LENGTH = 40;

/**
 * Offers to import a document that is none of ATIP. `undefined`: no offer, it is a document or soon may be.
 *
 * Cheap and coarse; the dialog looks closely.
 */
export function importOffer(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT).trimStart();
  if (start.length < MIN_LENGTH) return undefined;
  if (!/^[[{]/.test(start)) return 'This is no JSON. A help text, a share link or YAML can be imported.';
  if (start.includes('"atip')) return undefined;
  return FOREIGN.test(start) ? 'This looks like a tool list or a specification in another format.' : undefined;
}

const FOREIGN =
  /"(?:inputSchema|input_schema|functionDeclarations|toolSpec|subcommands|parameters|persistentflags)"\s*:/;
