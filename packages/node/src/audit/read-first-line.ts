import { open } from 'node:fs/promises';
import type { AuditEntry } from './audit-event.ts';
import { parseLine } from './audit-line.ts';
import { readLines } from './read-lines.ts';

/** Reads a file's first line. @returns undefined when there is none, or it is not as it was written. */
export async function readFirstLine(path: string): Promise<AuditEntry | undefined> {
  const file = await open(path, 'r');
  try {
    for await (const { bytes } of readLines(file)) return bytes === undefined ? undefined : parseLine(bytes);
    return undefined;
  } finally {
    await file.close();
  }
}
