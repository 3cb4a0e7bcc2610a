import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemErrorCode } from '../files/system-error.ts';

/** Where the log ends, kept apart from it, so that a cut of its last lines shows. */
export interface AuditHead {
  /** Of the last line that was confirmed; 0 before the first. */
  readonly seq: number;
  readonly hash: string;
  /** Of the first line that was not removed with the oldest file. */
  readonly first: number;
}

const DIGITS = 16;
const LENGTH = DIGITS + 1 + 64 + 1 + DIGITS + 1;
const HEAD = /^(\d{16}) ([0-9a-f]{64}) (\d{16})\n$/;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** The name of a log's head file. */
export function headPath(path: string): string {
  return `${path}.head`;
}

/** @returns undefined when the head is missing, `'broken'` when it is not as this library writes it. */
export async function readHead(path: string): Promise<AuditHead | 'broken' | undefined> {
  let file: FileHandle;
  try {
    file = await open(headPath(path), constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') return 'broken';
    throw error;
  }
  try {
    if (!(await file.stat()).isFile()) return 'broken';
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LENGTH + 1), 0, LENGTH + 1, 0);
    const [, seq, hash, first] = HEAD.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
    return hash === undefined ? 'broken' : { seq: Number(seq), hash, first: Number(first) };
  } finally {
    await file.close();
  }
}

/** The content of a head file. */
export function formatHead({ seq, hash, first }: AuditHead): string {
  return `${String(seq).padStart(DIGITS, '0')} ${hash} ${String(first).padStart(DIGITS, '0')}\n`;
}

/** Writes the head in one piece of always the same length, which no end of the process divides. */
export async function writeHead(path: string, head: AuditHead): Promise<void> {
  const file = await open(headPath(path), constants.O_WRONLY | constants.O_CREAT | NO_FOLLOW, 0o600);
  try {
    await file.write(formatHead(head), 0, 'latin1');
    await file.truncate(LENGTH);
  } finally {
    await file.close();
  }
}
