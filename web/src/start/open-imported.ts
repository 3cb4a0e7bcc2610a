import { readFragment } from '../document/fragment.ts';
import { documentName, toolNameIn } from '../document/tool-name.ts';
import { activeDocument } from '../document/working-copy.ts';
import { useAsk } from '../worker/use-answer.ts';
import type { Page, PageActions } from '../page/page-context.ts';
import type { DocumentResult, ImportSource } from './answer-import.ts';
import type { Recognition } from './recognise.ts';
import { sizeOf } from '../text/words.ts';
import { useEffect, useRef, useState } from 'react';

interface Recognised {
  /** Id of the open document with this text. Absent: it opens beside. */
  readonly replaces?: string;
  /** Absent: the worker looks first. */
  readonly found?: Recognition | undefined;
}

/** Opens a pasted or dropped text as what it describes. @returns the reason where it cannot be opened, as a sentence */
export function useOpenImported(page: Pick<Page, 'dispatch' | 'copy' | 'setSide'>) {
  const ask = useAsk('import');
  return async (source: ImportSource, { replaces, found }: Recognised = {}): Promise<string | undefined> => {
    const { text, fileName } = source;
    if (found?.kind === 'atip' || found?.kind === 'broken') {
      const name = fileName ?? documentName(toolNameIn(text));
      openDocument({ made: 'document', name, text }, replaces, page);
      return undefined;
    }
    const outcome = await ask(source);
    if (!outcome.ok) return outcome.message;
    const result = outcome.answer;
    if (result.made === 'nothing') return result.message;
    if (result.made === 'document') openDocument(result, replaces, page);
    else {
      const read = readFragment(result.fragment);
      // It covers the draft.
      if (read.kind === 'shared') page.dispatch({ type: 'open-shared', fragment: read.fragment, copy: read.copy });
    }
    return undefined;
  };
}

function openDocument(
  { name, text, note, tried }: DocumentResult,
  replaces: string | undefined,
  { dispatch, copy, setSide }: Pick<Page, 'dispatch' | 'copy' | 'setSide'>,
): void {
  const shown = activeDocument(copy);
  const hasDocument = shown.text.trim() !== '' && shown.id !== replaces;
  const isAnswer = tried !== undefined && 'response' in tried;
  const label = note === undefined ? `Opened ${name}` : `Opened ${name}; ${note}`;
  // An answer belongs to the document that is shown.
  if (!isAnswer || !hasDocument) dispatch({ type: 'open', name, text, label, replaces });
  if (tried === undefined) return;
  if (isAnswer) dispatch({ type: 'set', key: 'response', value: tried.response });
  else dispatch({ type: 'set', key: 'line', value: tried.line });
  dispatch({ type: 'set', key: 'way', value: isAnswer ? 'paste' : 'line' });
  dispatch({ type: 'choose-tab', tab: 'try' });
  setSide('result');
}

const MAX_FILES = 20;
/** Bytes of one file, as many as a document may have. */
const MAX_BYTES = 4 * 1024 * 1024;

export async function readFiles(files: Iterable<File>) {
  const items: ImportSource[] = [];
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

/** Takes one dropped file, which is then not opened at once: the start field, while it is shown. */
let taker: ((item: ImportSource) => void) | undefined;

export function takeDroppedFile(take: (item: ImportSource) => void): () => void {
  taker = take;
  return () => {
    taker = undefined;
  };
}

/** Files dropped anywhere are opened by `open`, one after the other. @returns true while files are dragged over the page. */
export function useFileDrop({ tell }: PageActions, open: (item: ImportSource) => Promise<void>): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const take = async (files: readonly File[]): Promise<void> => {
      const { items, refused } = await readFiles(files);
      if (refused.length > 0) tell(refused.join(' '));
      const [first] = items;
      if (first !== undefined && taker !== undefined && items.length === 1) return taker(first);
      for (const item of items) await latest.current(item);
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
  }, [tell]);
  return isOver;
}

/** An open question comes first. */
function isBusy(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
