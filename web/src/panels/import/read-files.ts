import { sizeOf } from '../../text/words.ts';
import type { NewItem } from './import-items.ts';

/** Files at a time. */
const MAX_FILES = 20;
/** Bytes of one file, as many as a document may have. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface ReadFiles {
  readonly items: readonly NewItem[];
  /** One sentence for each file that is left out. */
  readonly refused: readonly string[];
}

/** Reads files that a person chose or dropped, as UTF-8. */
export async function readFiles(files: Iterable<File>): Promise<ReadFiles> {
  const items: NewItem[] = [];
  const refused: string[] = [];
  for (const file of files) {
    if (items.length >= MAX_FILES) refused.push(`${file.name} is left out: ${MAX_FILES} files at a time.`);
    else if (file.size > MAX_BYTES)
      refused.push(`${file.name} has ${sizeOf(file.size)}; a document may have ${sizeOf(MAX_BYTES)}.`);
    else {
      const text = await textOf(file);
      if (text === undefined) refused.push(`${file.name} is no text file, or cannot be read.`);
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
