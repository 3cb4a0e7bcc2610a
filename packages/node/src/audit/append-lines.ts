import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../files/sync-directory.ts';
import type { AuditReceipt } from './audit-event.ts';
import { AuditLogError } from './audit-log-error.ts';
import { type AuditPart, type AuditRotation, partPath, rotate } from './audit-files.ts';
import { type AuditHeads, writeHeads } from './audit-head.ts';
import { type AuditLine, formatLine } from './audit-line.ts';
import { type ChainSettings, type Continuation, continueChain, type RecordedEvent } from './continue-chain.ts';
import { planDropped } from './plan-dropped.ts';

const OPEN_FLAGS =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  // A pipe in the log's place must not make us wait.
  (constants.O_NONBLOCK ?? 0);

export interface AppendSettings extends ChainSettings {
  readonly rotation: Readonly<Record<AuditPart, AuditRotation>>;
}

/** A place in a chain: the line that the next one follows, and the number that it exceeds. */
interface Place {
  readonly highest: number;
  readonly heads: AuditHeads;
}

/**
 * Writes events behind the last line of a chain, whoever wrote that one; the caller holds the log's lock.
 *
 * The lines are on the disk before the head is written, so that the head never names a line that a power failure took; the
 * head is behind for a moment, and never ahead, unless lines were cut.
 * @throws AuditLogError `AUDIT_DAMAGED` when neither the last line nor the head tells where to go on; the system's
 * error, such as `ENOSPC`: none of the events is then in the log.
 */
export async function appendLines(
  path: string,
  part: AuditPart,
  events: readonly RecordedEvent[],
  settings: AppendSettings,
): Promise<AuditReceipt[]> {
  const own = partPath(path, part);
  const { maxBytes, keep } = settings.rotation[part];
  let file = await openLog(own);
  try {
    const found = await continueChain(file, path, part, settings);
    const time = settings.clock().toISOString();
    const all = [...found.recoveries, ...events];
    const target = { path, part, time };
    let place: Place = found;
    const { size } = await file.stat();
    if (size > 0 && size + Buffer.byteLength(textOf(chain(target, place, all))) > maxBytes) {
      place = await endFile(file, target, found, keep);
      await file.close();
      file = await openLog(own);
    }
    const lines = chain(target, place, all);
    await writeLines(file, lines, target, place.heads);
    return lines.slice(found.recoveries.length).map(({ seq, hash }) => ({ seq, hash }));
  } finally {
    await file.close();
  }
}

interface Target {
  /** The log's. */
  readonly path: string;
  readonly part: AuditPart;
  readonly time: string;
}

async function openLog(path: string): Promise<FileHandle> {
  const file = await open(path, OPEN_FLAGS, 0o600);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new AuditLogError('AUDIT_DAMAGED', `The audit log ${JSON.stringify(path)} is not a regular file.`);
}

function chain({ part, time }: Target, { highest, heads }: Place, events: readonly RecordedEvent[]): AuditLine[] {
  let seq = highest;
  let prev = heads[part].hash;
  return events.map((event) => {
    const line = formatLine({ seq: seq + 1, time, prev }, event);
    ({ seq, hash: prev } = line);
    return line;
  });
}

function textOf(lines: readonly AuditLine[]): string {
  return lines.map(({ text }) => text).join('');
}

/** Says on record what the rotation is going to remove, and in the head which line is then the first; then rotates. */
async function endFile(file: FileHandle, target: Target, found: Continuation, keep: number): Promise<Place> {
  const { path, part } = target;
  const own = partPath(path, part);
  const dropped = await planDropped(own, keep, found.heads[part], found.last);
  const { heads } = found;
  let place: Place = found;
  if (dropped !== undefined) {
    const lines = chain(target, found, [{ ...dropped }]);
    place = await writeLines(file, lines, target, { ...heads, [part]: { ...heads[part], first: dropped.first } });
  } else await writeHeads(path, heads);
  await rotate(own, keep);
  return place;
}

/** Writes all of some lines and the head for them, or nothing of it. */
async function writeLines(
  file: FileHandle,
  lines: readonly AuditLine[],
  { path, part }: Target,
  heads: AuditHeads,
): Promise<Place> {
  const { size } = await file.stat();
  const { seq, hash } = lines.at(-1) ?? heads[part];
  const next = { ...heads, [part]: { ...heads[part], seq, hash } };
  try {
    await file.writeFile(textOf(lines));
    await file.datasync();
    if (size === 0) await syncDirectory(dirname(path));
    await writeHeads(path, next);
    return { highest: seq, heads: next };
  } catch (error) {
    // Nobody was told of these bytes, and nobody else writes now. Where even this fails, the next writer sets them aside.
    await file.truncate(size);
    throw error;
  }
}
