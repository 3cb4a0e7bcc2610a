import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import type { AuditEntry } from './audit-event.ts';
import { AUDIT_PARTS, type AuditPart, listRotated, partPath } from './audit-files.ts';
import { type AuditHead, type AuditHeads, FIRST_HEAD, formatHeads, headPath, readHeads } from './audit-head.ts';
import { FIRST_PREV, parseLine } from './audit-line.ts';
import { AuditLogError } from './audit-log-error.ts';
import { type AuditTail, readTail } from './audit-tail.ts';
import { openOptional } from './open-audit-files.ts';
import { readFirstLine } from './read-first-line.ts';
import { readLines } from './read-lines.ts';
import { setTornLineAside } from './set-torn-line-aside.ts';

/** An event ready for the record; see `recordEvent`. */
export type RecordedEvent = Readonly<Record<string, unknown>>;

export interface ChainSettings {
  readonly clock: () => Date;
  /** When a log at this path was begun, if that was noted elsewhere. */
  readonly begun: () => Promise<string | undefined>;
}

/** Where a chain goes on, and what has to be said first. */
export interface Continuation {
  /** Of the chain that goes on: the line that the next one follows. */
  readonly heads: AuditHeads;
  /** The highest number of both chains. */
  readonly highest: number;
  /** The last line of the chain, if it is as it was written. */
  readonly last: AuditEntry | undefined;
  readonly recoveries: readonly RecordedEvent[];
}

/** The last line of all files; `entry` is absent when it is not as it was written. */
interface LastLine {
  readonly entry: AuditEntry | undefined;
}

type LastLines = Readonly<Record<AuditPart, LastLine | undefined>>;

/**
 * Finds where one of a log's chains goes on; a last line that is not finished is set aside.
 *
 * Lines that the head names and that are gone or changed are not passed over: what comes next names the head's hash, which
 * no line before it has, so that the gap stays for verification to find.
 * @param file The chain's newest file, open to be read and written.
 * @param path The log's.
 * @throws AuditLogError `AUDIT_DAMAGED` when neither the last line nor the head can be read.
 */
export async function continueChain(
  file: FileHandle,
  path: string,
  part: AuditPart,
  settings: ChainSettings,
): Promise<Continuation> {
  const own = partPath(path, part);
  const tail = await readTail(file);
  const torn = tail.size > tail.end ? [await recoverTorn(file, tail, own, settings.clock)] : [];
  const lasts = { main: await lastLine(partPath(path, 'main')), refused: await lastLine(partPath(path, 'refused')) };
  const known = await readHeads(path);
  const { heads, lost } =
    typeof known === 'object' ? { heads: known, lost: [] } : await withoutHeads(path, known, lasts, settings.begun);
  const last = lasts[part]?.entry;
  const head = await ownHead(own, heads[part], last);
  const highest = Math.max(...AUDIT_PARTS.flatMap((each) => [heads[each].seq, lasts[each]?.entry?.seq ?? 0]));
  return { heads: { ...heads, [part]: head }, highest, last, recoveries: [...torn, ...lost] };
}

async function ownHead(own: string, head: AuditHead, last: AuditEntry | undefined): Promise<AuditHead> {
  if (last === undefined || !(await follows(own, head, last))) return head;
  // A writer that was killed can have said so on record, and not yet in the head.
  const first = last.event === 'dropped' ? Math.max(last.first, head.first) : head.first;
  return { seq: last.seq, hash: last.hash, first };
}

async function withoutHeads(
  path: string,
  known: 'broken' | undefined,
  lasts: LastLines,
  begun: ChainSettings['begun'],
): Promise<{ readonly heads: AuditHeads; readonly lost: readonly RecordedEvent[] }> {
  if (known === undefined && lasts.main === undefined && lasts.refused === undefined) {
    const heads = { main: FIRST_HEAD, refused: FIRST_HEAD };
    // The head is there, and whole, before the first line: a missing one is a lost one.
    await writeFileAtomically(headPath(path), formatHeads(heads));
    return { heads, lost: (await begun()) === undefined ? [] : [{ event: 'recovered', reason: 'log-lost' }] };
  }
  const heads = {
    main: await headFrom(partPath(path, 'main'), lasts.main),
    refused: await headFrom(partPath(path, 'refused'), lasts.refused),
  };
  if (heads.main.seq > 0 || heads.refused.seq > 0)
    return { heads, lost: [{ event: 'recovered', reason: 'head-lost' }] };
  throw cannotGoOn(path);
}

/** Takes a chain as it stands for what it was. */
async function headFrom(own: string, last: LastLine | undefined): Promise<AuditHead> {
  if (last === undefined) return FIRST_HEAD;
  if (last.entry === undefined) throw cannotGoOn(own);
  const oldest = (await listRotated(own)).at(-1)?.path ?? own;
  const first = await readFirstLine(oldest);
  const { seq, hash } = last.entry;
  return { seq, hash, first: first === undefined || first.prev === FIRST_PREV ? 1 : first.seq };
}

function cannotGoOn(path: string): AuditLogError {
  return new AuditLogError(
    'AUDIT_DAMAGED',
    `The audit log ${JSON.stringify(path)} cannot go on: its head file is lost or damaged, and so is its last line. Move its files away.`,
  );
}

async function recoverTorn(file: FileHandle, tail: AuditTail, path: string, clock: () => Date): Promise<RecordedEvent> {
  const aside = `${path}.torn-${clock().toISOString().replaceAll(':', '')}`;
  await setTornLineAside(file, tail, aside);
  return { event: 'recovered', reason: 'torn-line', file: basename(aside), bytes: tail.size - tail.end };
}

/** The end of a chain; that of the newest file that is no longer written counts while the next one is empty. */
async function lastLine(own: string): Promise<LastLine | undefined> {
  return (await lastLineOf(own)) ?? (await lastLineBefore(own));
}

/** The last line of the newest file of a chain that is no longer written. */
export async function lastLineBefore(own: string): Promise<LastLine | undefined> {
  const [newest] = await listRotated(own);
  return newest && lastLineOf(newest.path);
}

async function lastLineOf(path: string): Promise<LastLine | undefined> {
  const file = await openOptional(path);
  if (file === undefined) return undefined;
  try {
    const { entry, end } = await readTail(file);
    return end > 0 ? { entry } : undefined;
  } finally {
    await file.close();
  }
}

/** Lists the files from the one with a line on, the newest last: a power failure can leave the head many files behind. */
async function filesSince(own: string, seq: number): Promise<readonly string[]> {
  const files = [own];
  let oldest = own;
  for (const older of await listRotated(own)) {
    const first = await readFirstLine(oldest);
    if (first !== undefined && first.seq <= seq) break;
    oldest = older.path;
    files.unshift(oldest);
  }
  return files;
}

/** Whether the last line stands in one chain with the line that the head names; a killed writer leaves the head behind. */
async function follows(own: string, head: AuditHead, last: AuditEntry): Promise<boolean> {
  // Nearly always, and without reading more than the last line.
  if (last.seq === head.seq) return last.hash === head.hash;
  let before: { readonly seq: number; readonly hash: string } | undefined = head.seq === 0 ? head : undefined;
  for (const name of await filesSince(own, head.seq)) {
    const file = await open(name, 'r');
    try {
      for await (const { bytes } of readLines(file)) {
        const entry = bytes === undefined ? undefined : parseLine(bytes);
        const isNext = before !== undefined && entry?.prev === before.hash && entry.seq > before.seq;
        if (isNext || (entry?.seq === head.seq && entry.hash === head.hash)) before = entry;
      }
    } finally {
      await file.close();
    }
  }
  return before?.seq === last.seq;
}
