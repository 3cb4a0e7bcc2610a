import { open } from 'node:fs/promises';
import { parseLine } from './audit-line.ts';
import { readLines } from './read-lines.ts';

/** Reads the number of a file's first line. @returns undefined when there is none, or it is not as it was written. */
export async function readFirstSeq(path: string): Promise<number | undefined> {
  const file = await open(path, 'r');
  try {
    for await (const { bytes } of readLines(file)) return bytes === undefined ? undefined : parseLine(bytes)?.seq;
    return undefined;
  } finally {
    await file.close();
  }
}
