import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../files/sync-directory.ts';
import type { AuditReceipt } from './audit-event.ts';
import { AuditLogError } from './audit-log-error.ts';
import { planRotation, rotate } from './audit-files.ts';
import { type AuditHead, writeHead } from './audit-head.ts';
import { type AuditLine, formatLine } from './audit-line.ts';
import { continueChain, type RecordedEvent } from './continue-chain.ts';
import { readFirstSeq } from './read-first-seq.ts';

const OPEN_FLAGS =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  // A pipe in the log's place must not make us wait.
  (constants.O_NONBLOCK ?? 0);

export interface AppendSettings {
  readonly clock: () => Date;
  /** Bytes of a file before the next is begun. */
  readonly maxBytes: number;
  /** Files that are kept besides the one that is written. */
  readonly keep: number;
}

/**
 * Writes events behind the last line, whoever wrote that one; the caller holds the log's lock.
 *
 * The lines are on the disk before the head is written, so that the head never names a line that a power failure took; the
 * head is behind for a moment, and never ahead, unless lines were cut.
 * @throws AuditLogError `AUDIT_DAMAGED` when neither the last line nor the head tells where to go on; the system's
 * error, such as `ENOSPC`: none of the events is then in the log.
 */
export async function appendLines(
  path: string,
  events: readonly RecordedEvent[],
  settings: AppendSettings,
): Promise<AuditReceipt[]> {
  let file = await openLog(path);
  try {
    const { seq, prev, recoveries, first } = await continueChain(file, path, settings.clock);
    const time = settings.clock().toISOString();
    const lines = chain({ seq, prev, time }, [...recoveries, ...events]);
    const text = lines.map((line) => line.text).join('');
    const { size } = await file.stat();
    let oldest = first;
    if (size > 0 && size + Buffer.byteLength(text) > settings.maxBytes) {
      oldest = await startFile(path, { seq, hash: prev, first }, settings.keep);
      await file.close();
      file = await openLog(path);
    }
    const { seq: lastSeq, hash } = lines.at(-1) ?? { seq, hash: prev };
    await writeLines(file, text, path, { seq: lastSeq, hash, first: oldest });
    return lines.slice(recoveries.length).map((line) => ({ seq: line.seq, hash: line.hash }));
  } finally {
    await file.close();
  }
}

async function openLog(path: string): Promise<FileHandle> {
  const file = await open(path, OPEN_FLAGS, 0o600);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new AuditLogError('AUDIT_DAMAGED', `The audit log ${JSON.stringify(path)} is not a regular file.`);
}

function chain(
  after: { readonly seq: number; readonly prev: string; readonly time: string },
  events: readonly RecordedEvent[],
): AuditLine[] {
  let { seq, prev } = after;
  return events.map((event) => {
    const line = formatLine({ seq: seq + 1, time: after.time, prev }, event);
    ({ seq, hash: prev } = line);
    return line;
  });
}

/** @returns the number of the first line that is still kept; the head says so before the lines are gone. */
async function startFile(path: string, head: AuditHead, keep: number): Promise<number> {
  const plan = await planRotation(path, keep);
  const first = plan.removed ? ((await readFirstSeq(plan.oldest)) ?? head.first) : head.first;
  if (first !== head.first) await writeHead(path, { ...head, first });
  await rotate(path, keep);
  return first;
}

/** Writes all of a text and the head for it, or nothing of it. */
async function writeLines(file: FileHandle, text: string, path: string, head: AuditHead): Promise<void> {
  const { size } = await file.stat();
  try {
    await file.writeFile(text);
    await file.datasync();
    if (size === 0) await syncDirectory(dirname(path));
    await writeHead(path, head);
  } catch (error) {
    // Nobody was told of these bytes, and nobody else writes now. Where even this fails, the next writer sets them aside.
    await file.truncate(size);
    throw error;
  }
}
