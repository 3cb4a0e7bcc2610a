import type { FileHandle } from 'node:fs/promises';
import type { AuditEntry } from './audit-event.ts';
import { MAX_LINE, parseLine } from './audit-line.ts';

const NEWLINE = 0x0a;
const CHUNK = 65_536;

/** The end of one file of a log. */
export interface AuditTail {
  /** The last whole line; absent when there is none, or it is not as it was written. */
  readonly entry: AuditEntry | undefined;
  /** Bytes up to the end of the last whole line. */
  readonly end: number;
  /** Bytes of the file; more than `end` when the last line is not finished. */
  readonly size: number;
}

/** Reads the end of a file of a log, however long the file is. */
export async function readTail(file: FileHandle): Promise<AuditTail> {
  const { size } = await file.stat();
  const end = (await findNewline(file, size)) + 1;
  const start = end === 0 ? 0 : (await findNewline(file, end - 1)) + 1;
  const length = end - 1 - start;
  const readable = end > 0 && length <= MAX_LINE;
  return { entry: readable ? parseLine(await readExactly(file, start, length)) : undefined, end, size };
}

/** Finds the last newline before a position. @returns -1 when there is none. */
async function findNewline(file: FileHandle, before: number): Promise<number> {
  for (let end = before; end > 0; end -= CHUNK) {
    const start = Math.max(end - CHUNK, 0);
    const at = (await readExactly(file, start, end - start)).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at;
  }
  return -1;
}

async function readExactly(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
