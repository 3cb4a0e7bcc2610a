import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemErrorCode } from '../files/system-error.ts';
import type { AuditPart } from './audit-files.ts';
import { FIRST_PREV } from './audit-line.ts';

/** Where a chain ends, kept apart from it, so that a cut of its last lines shows. */
export interface AuditHead {
  /** Of the last line that was confirmed; 0 before the first. */
  readonly seq: number;
  readonly hash: string;
  /** Of the first line that was not removed with the oldest file; 1 while none was removed. */
  readonly first: number;
}

/** Where both chains of a log end; one file for both, so that the loss of a whole chain shows. */
export type AuditHeads = Readonly<Record<AuditPart, AuditHead>>;

/** The head of a chain without a line. */
export const FIRST_HEAD: AuditHead = { seq: 0, hash: FIRST_PREV, first: 1 };

const DIGITS = 16;
const LENGTH = DIGITS + 1 + 64 + 1 + DIGITS + 1;
const HEAD = /^(\d{16}) ([0-9a-f]{64}) (\d{16})\n$/;
/** One line for each chain; before there were two, a log had one. */
const LENGTHS = [LENGTH, 2 * LENGTH];
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** The name of a log's head file. */
export function headPath(path: string): string {
  return `${path}.head`;
}

/** @returns undefined when the head is missing, `'broken'` when it is not as this library writes it. */
export async function readHeads(path: string): Promise<AuditHeads | 'broken' | undefined> {
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LENGTH + 1), 0, 2 * LENGTH + 1, 0);
    if (!LENGTHS.includes(bytesRead)) return 'broken';
    const main = parseHead(buffer.toString('latin1', 0, LENGTH));
    const refused = bytesRead === LENGTH ? FIRST_HEAD : parseHead(buffer.toString('latin1', LENGTH, bytesRead));
    return main && refused ? { main, refused } : 'broken';
  } finally {
    await file.close();
  }
}

function parseHead(line: string): AuditHead | undefined {
  const [, seq, hash, first] = HEAD.exec(line) ?? [];
  return hash === undefined ? undefined : { seq: Number(seq), hash, first: Number(first) };
}

/** The content of a head file. */
export function formatHeads({ main, refused }: AuditHeads): string {
  return formatHead(main) + formatHead(refused);
}

function formatHead({ seq, hash, first }: AuditHead): string {
  return `${String(seq).padStart(DIGITS, '0')} ${hash} ${String(first).padStart(DIGITS, '0')}\n`;
}

/** Writes the heads in one piece of always the same length, which no end of the process divides. */
export async function writeHeads(path: string, heads: AuditHeads): Promise<void> {
  const file = await open(headPath(path), constants.O_WRONLY | constants.O_CREAT | NO_FOLLOW, 0o600);
  try {
    await file.write(formatHeads(heads), 0, 'latin1');
    await file.truncate(2 * LENGTH);
  } finally {
    await file.close();
  }
}
