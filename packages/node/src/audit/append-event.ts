import {
  type AuditEntry,
  AuditLogError,
  type AuditPart,
  type AuditReceipt,
  type AuditRotation,
} from './audit-event.ts';
import { constants } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { syncDirectory } from '../files/write-file-atomically.ts';
import {
  AUDIT_PARTS,
  findNewline,
  partPath,
  planRotation,
  readExactly,
  readLastLine,
  readLines,
  rotate,
} from './audit-files.ts';
import { type AuditHead, type AuditHeads, type AuditRemoved, FIRST_HEAD, readHeads, writeHeads } from './audit-head.ts';
import { type AuditLine, FIRST_PREV, formatLine } from './audit-line.ts';

/** An event ready for the record; see `recordEvent`. */
export type RecordedEvent = Readonly<Record<string, unknown>>;

export interface AppendSettings {
  readonly clock: () => Date;
  /** When a log at this path was begun, if that was noted elsewhere. */
  readonly begun: () => Promise<string | undefined>;
  readonly rotation: Readonly<Record<AuditPart, AuditRotation>>;
}

type LastLines = Readonly<Record<AuditPart, Awaited<ReturnType<typeof readLastLine>>>>;

/** A pipe in the log's place must not make us wait. */
const OPEN_FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Writes an event behind the last line of a chain, whoever wrote that one; the caller holds the log's lock.
 *
 * The line is on the disk before the head is written, so that the head never names a line that a power failure took: the head
 * is behind for a moment, and ahead only when lines were cut. Lines that the head names and that are gone or changed are not
 * passed over: what comes next names the head's hash, which no line before it has, so that the gap stays for `verifyAuditLog`.
 * @param path The log's.
 * @throws AuditLogError `AUDIT_DAMAGED` when neither the last line nor the head tells where to go on; the system's
 * error, such as `ENOSPC`: the event is then not in the log.
 */
export async function appendEvent(
  path: string,
  part: AuditPart,
  event: RecordedEvent,
  settings: AppendSettings,
): Promise<AuditReceipt> {
  const own = partPath(path, part);
  const { maxBytes, keep } = settings.rotation[part];
  let file = await openLog(own);
  try {
    const recoveries = await setTornLineAside(file, own, settings.clock);
    const lasts = { main: await readLastLine(path), refused: await readLastLine(partPath(path, 'refused')) };
    const known = await readHeads(path);
    let heads = typeof known === 'object' ? known : await withoutHeads(path, known, lasts);
    if (known === 'broken' || (known === undefined && (lasts.main ?? lasts.refused)))
      recoveries.push({ event: 'recovered', reason: 'head-lost' });
    else if (known === undefined && (await settings.begun()) !== undefined)
      recoveries.push({ event: 'recovered', reason: 'log-lost' });
    // A writer that was killed leaves the head behind its line.
    const last = lasts[part]?.entry;
    let head = last && last.seq > heads[part].seq ? { ...heads[part], seq: last.seq, hash: last.hash } : heads[part];
    const highest = Math.max(...AUDIT_PARTS.flatMap((each) => [heads[each].seq, lasts[each]?.entry?.seq ?? 0]));
    const lines = chain(highest, head.hash, settings.clock().toISOString(), [...recoveries, event]);
    const text = lines.map((line) => line.text).join('');
    const { size } = await file.stat();
    if (size > 0 && size + Buffer.byteLength(text) > maxBytes) {
      head = await withoutOldest(own, head, keep);
      heads = { ...heads, [part]: head };
      await writeHeads(path, heads);
      await rotate(own, keep);
      await file.close();
      file = await openLog(own);
    }
    const { seq, hash } = lines.at(-1) ?? head;
    await writeLines(file, text, dirname(path), () => writeHeads(path, { ...heads, [part]: { ...head, seq, hash } }));
    return { seq, hash };
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

/**
 * Moves what follows the last whole line of a log to a file of its own.
 *
 * The copy is on the disk before the log is cut, so that a crash between the two leaves it twice and never lost.
 * @throws the system's error; the log is then as it was.
 */
async function setTornLineAside(log: FileHandle, path: string, clock: () => Date): Promise<RecordedEvent[]> {
  const { size } = await log.stat();
  const end = (await findNewline(log, size)) + 1;
  if (end === size) return [];
  const aside = `${path}.torn-${clock().toISOString().replaceAll(':', '')}`;
  await writeFile(aside, await readExactly(log, end, size - end), { flag: 'wx', mode: 0o600, flush: true });
  await log.truncate(end);
  return [{ event: 'recovered', reason: 'torn-line', file: basename(aside), bytes: size - end }];
}

/** Takes both chains as they stand for what they were, or begins them. */
async function withoutHeads(path: string, known: 'broken' | undefined, lasts: LastLines): Promise<AuditHeads> {
  const isNew = known === undefined && !lasts.main && !lasts.refused;
  const [main, refused] = [await headFrom(path, lasts.main), await headFrom(partPath(path, 'refused'), lasts.refused)];
  // The head is there, and whole, before the first line: a missing one is a lost one.
  if (isNew) await writeHeads(path, { main, refused });
  else if (main.seq + refused.seq === 0) throw cannotGoOn(path);
  return { main, refused };
}

async function headFrom(own: string, last: LastLines[AuditPart]): Promise<AuditHead> {
  if (last === undefined) return FIRST_HEAD;
  if (last.entry === undefined) throw cannotGoOn(own);
  const first = await readFirstEntry((await planRotation(own, Number.POSITIVE_INFINITY)).oldest);
  const { seq, hash } = last.entry;
  return { ...FIRST_HEAD, seq, hash, first: first === undefined || first.prev === FIRST_PREV ? 1 : first.seq };
}

function cannotGoOn(path: string): AuditLogError {
  return new AuditLogError(
    'AUDIT_DAMAGED',
    `The audit log ${JSON.stringify(path)} cannot go on: its head file is lost or damaged, and so is its last line. Move its files away.`,
  );
}

async function readFirstEntry(path: string): Promise<AuditEntry | undefined> {
  const file = await open(path, 'r');
  try {
    for await (const { entry } of readLines(file)) return entry;
    return undefined;
  } finally {
    await file.close();
  }
}

function chain(highest: number, hash: string, time: string, events: readonly RecordedEvent[]): AuditLine[] {
  let [seq, prev] = [highest, hash];
  return events.map((event) => {
    const line = formatLine({ seq: seq + 1, time, prev }, event);
    [seq, prev] = [line.seq, line.hash];
    return line;
  });
}

/** The head of a chain once its rotation has removed its oldest files, whose lines are counted. */
async function withoutOldest(own: string, head: AuditHead, keep: number): Promise<AuditHead> {
  const { removed, oldest } = await planRotation(own, keep);
  let gone = head.removed;
  for (const path of removed) gone = await countLines(path, head.first, gone);
  return {
    ...head,
    removed: gone,
    first: removed.length > 0 ? ((await readFirstEntry(oldest))?.seq ?? head.first) : head.first,
  };
}

/** Lines before the first were counted by a writer that was killed before it could remove their file. */
async function countLines(path: string, first: number, before: AuditRemoved): Promise<AuditRemoved> {
  let { count, from, to } = before;
  const file = await open(path, 'r');
  try {
    for await (const { entry } of readLines(file)) {
      if (entry !== undefined && entry.seq < first) continue;
      count += 1;
      from ??= entry?.time;
      to = entry?.time ?? to;
    }
  } finally {
    await file.close();
  }
  return { count, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** Writes all of some lines and the head for them, or nothing of it. */
async function writeLines(
  file: FileHandle,
  text: string,
  directory: string,
  writeHead: () => Promise<void>,
): Promise<void> {
  const { size } = await file.stat();
  try {
    await file.writeFile(text);
    await file.datasync();
    if (size === 0) await syncDirectory(directory);
    await writeHead();
  } catch (error) {
    // Nobody was told of these bytes, and nobody else writes now. Where even this fails, the next writer sets them aside.
    await file.truncate(size);
    throw error;
  }
}
