import { constants } from 'node:fs';
import { appendFile, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureDirectory } from '../files/write-file-atomically.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { FIRST_PREV, parseObject } from './audit-line.ts';

/** Lines that rotation has removed since the log began. */
export interface AuditRemoved {
  readonly count: number;
  readonly from?: string;
  readonly to?: string;
}

/** The beginning and end of a log, stored apart from it, so that removed last lines are noticed. */
export interface AuditHead {
  /** Number of the last confirmed line; 0 before the first. */
  readonly seq: number;
  readonly hash: string;
  /** Number of the oldest kept line; 1 while none was removed. */
  readonly first: number;
  readonly removed: AuditRemoved;
}

export const FIRST_HEAD: AuditHead = { seq: 0, hash: FIRST_PREV, first: 1, removed: { count: 0 } };

/** Bytes of a head file: always the same, so that one write covers it even if the process is killed. */
const LENGTH = 512;

export function headPath(path: string): string {
  return `${path}.head`;
}

/** @returns undefined when the head is missing, `'broken'` when this library did not write it. */
export async function readHead(path: string): Promise<AuditHead | 'broken' | undefined> {
  try {
    const { bytes } = await readBoundedFile(headPath(path), LENGTH, 'refused');
    const head: unknown = parseObject(Buffer.from(bytes ?? []).toString());
    return isHead(head) ? head : 'broken';
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP' || code === 'EMLINK') return 'broken';
    throw error;
  }
}

function isHead(value: unknown): value is AuditHead {
  if (typeof value !== 'object' || value === null) return false;
  const { seq, hash, first, removed } = value as Partial<AuditHead>;
  return [seq, first, removed?.count].every(Number.isSafeInteger) && /^[0-9a-f]{64}$/.test(String(hash));
}

export async function writeHead(path: string, head: AuditHead): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const file = await open(headPath(path), flags, 0o600);
  try {
    await file.write(`${JSON.stringify(head).padEnd(LENGTH - 1)}\n`, 0);
    await file.truncate(LENGTH);
  } finally {
    await file.close();
  }
}

/**
 * Finds the start time of a log in a list outside of all logs: one line of JSON each, `{ log, begun }`. @param list
 * absolute, like the log
 * @returns undefined when the list is missing or does not name the log.
 */
export async function whenBegun(list: string, log: string): Promise<string | undefined> {
  const text = await readFile(list, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return '';
    throw error;
  });
  const named = text
    .split('\n')
    .map(parseObject)
    .find((line) => line?.['log'] === log);
  if (named === undefined) return undefined;
  return typeof named['begun'] === 'string' ? named['begun'] : 'an unknown time';
}

/**
 * Records that a log was begun. A list that cannot be written stops no log: `verifyAuditLog` reports the missing entry.
 */
export async function noteBegun(list: string, log: string, time: Date): Promise<void> {
  try {
    if ((await whenBegun(list, log)) !== undefined) return;
    await ensureDirectory(dirname(list));
    await appendFile(list, `${JSON.stringify({ log, begun: time.toISOString() })}\n`, { mode: 0o600 });
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
  }
}
