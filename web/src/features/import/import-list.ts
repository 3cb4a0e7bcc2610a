import { sizeOf } from '../../text/words.ts';
import { useEffect, useState } from 'react';
import type { PageActions } from '../../page/page-context.ts';
import { createStore } from '../../page/store.ts';
import type { ImportSource } from './answer-import.ts';

const MAX_FILES = 20;
/** Bytes of one file, as many as a document may have. */
const MAX_BYTES = 4 * 1024 * 1024;

export type ReadFiles = Awaited<ReturnType<typeof readFiles>>;

export async function readFiles(files: Iterable<File>) {
  const items: NewItem[] = [];
  const refused: string[] = [];
  for (const file of files) {
    if (items.length >= MAX_FILES) refused.push(`${file.name} is left out: ${MAX_FILES} files at a time.`);
    else if (file.size > MAX_BYTES)
      refused.push(`${file.name} has ${sizeOf(file.size)}; a document may have ${sizeOf(MAX_BYTES)}.`);
    else {
      const text = await textOf(file);
      if (text === undefined) refused.push(`${file.name} is not a text file, or cannot be read.`);
      else items.push({ text, fileName: file.name });
    }
  }
  return { items, refused };
}

/** `undefined` for what is not text, and for a folder. */
async function textOf(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    // The decoder throws the one, the file the other.
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Takes one dropped file instead of the dialog: the start field, while it is shown. */
let taker: ((item: NewItem) => void) | undefined;

export function takeDroppedFile(take: (item: NewItem) => void): () => void {
  taker = take;
  return () => {
    taker = undefined;
  };
}

/** A file dropped anywhere opens Import with it. @returns true while files are dragged over the page. */
export function useImportDrop({ openDialog, tell }: PageActions): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const take = async (files: readonly File[]): Promise<void> => {
      const { items, refused } = await readFiles(files);
      if (refused.length > 0) tell(refused.join(' '));
      const [first] = items;
      if (first === undefined) return;
      if (taker !== undefined && items.length === 1) return taker(first);
      IMPORT_LIST.add(items);
      openDialog('import');
    };
    const onDragOver = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const busy = isBusy();
      event.dataTransfer.dropEffect = busy ? 'none' : 'copy';
      setOver(!busy);
    };
    // From one element to the next there is one to go to; leaving the page has no next one.
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser leaves the page for the file, or the editor takes it.
      event.preventDefault();
      event.stopPropagation();
      if (!isBusy()) void take([...event.dataTransfer.files]);
    };
    const whileShown = new AbortController();
    const options = { capture: true, signal: whileShown.signal };
    window.addEventListener('dragover', onDragOver, options);
    window.addEventListener('drop', onDrop, options);
    window.addEventListener('dragleave', onDragLeave, options);
    return () => whileShown.abort();
  }, [openDialog, tell]);
  return isOver;
}

/** An open question comes first. */
function isBusy(): boolean {
  return document.querySelector('dialog[open]:not([data-part=import])') !== null;
}

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
