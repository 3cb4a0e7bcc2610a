import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import type { AuditEntry } from './audit-event.ts';
import { listRotated } from './audit-files.ts';
import { type AuditHead, formatHead, headPath, readHead } from './audit-head.ts';
import { FIRST_PREV, parseLine } from './audit-line.ts';
import { AuditLogError } from './audit-log-error.ts';
import { type AuditTail, readTail } from './audit-tail.ts';
import { readFirstSeq } from './read-first-seq.ts';
import { readLines } from './read-lines.ts';
import { setTornLineAside } from './set-torn-line-aside.ts';

/** An event ready for the record; see `recordEvent`. */
export type RecordedEvent = Readonly<Record<string, unknown>>;

/** Where the chain goes on, and what has to be said first. */
export interface Continuation {
  readonly seq: number;
  readonly prev: string;
  /** See {@link AuditHead}. */
  readonly first: number;
  readonly recoveries: readonly RecordedEvent[];
}

/** The last line of all files; `entry` is absent when it is not as it was written. */
interface LastLine {
  readonly entry: AuditEntry | undefined;
}

/**
 * Finds where a log goes on; a last line that is not finished is set aside.
 *
 * Lines that the head names and that are gone or changed are not passed over: what comes next names the head's hash, which
 * no line before it has, so that the gap stays for verification to find.
 * @param file The newest file, open to be read and written.
 * @throws AuditLogError `AUDIT_DAMAGED` when neither the last line nor the head can be read.
 */
export async function continueChain(file: FileHandle, path: string, clock: () => Date): Promise<Continuation> {
  const tail = await readTail(file);
  const recoveries = tail.size > tail.end ? [await recoverTorn(file, tail, path, clock)] : [];
  const last: LastLine | undefined = tail.end > 0 ? { entry: tail.entry } : await lastOfRotated(path);
  const head = await readHead(path);
  if (head === undefined && last === undefined) return { ...(await startHead(path)), recoveries };
  if (head === undefined || head === 'broken') return withoutHead(path, last?.entry, recoveries);
  const entry = last?.entry;
  const goesOn = entry !== undefined && (await follows(path, head, entry));
  return { seq: goesOn ? entry.seq : head.seq, prev: goesOn ? entry.hash : head.hash, first: head.first, recoveries };
}

/** The head is there, and whole, before the first line: a missing one is a lost one. */
async function startHead(
  path: string,
): Promise<{ readonly seq: number; readonly prev: string; readonly first: number }> {
  await writeFileAtomically(headPath(path), formatHead({ seq: 0, hash: FIRST_PREV, first: 1 }));
  return { seq: 0, prev: FIRST_PREV, first: 1 };
}

async function withoutHead(
  path: string,
  entry: AuditEntry | undefined,
  recoveries: readonly RecordedEvent[],
): Promise<Continuation> {
  if (entry === undefined) {
    const name = JSON.stringify(path);
    throw new AuditLogError(
      'AUDIT_DAMAGED',
      `The audit log ${name} cannot go on: its head file is lost or damaged, and so is its last line. Move its files away.`,
    );
  }
  const oldest = (await listRotated(path)).at(-1)?.path ?? path;
  const first = (await readFirstSeq(oldest)) ?? 1;
  return {
    seq: entry.seq,
    prev: entry.hash,
    first,
    recoveries: [...recoveries, { event: 'recovered', reason: 'head-lost' }],
  };
}

async function recoverTorn(file: FileHandle, tail: AuditTail, path: string, clock: () => Date): Promise<RecordedEvent> {
  const aside = `${path}.torn-${clock().toISOString().replaceAll(':', '')}`;
  await setTornLineAside(file, tail, aside);
  return { event: 'recovered', reason: 'torn-line', file: basename(aside), bytes: tail.size - tail.end };
}

/** The end of the newest file that is no longer written: what counts while the next one is empty. */
async function lastOfRotated(path: string): Promise<LastLine | undefined> {
  const [newest] = await listRotated(path);
  if (newest === undefined) return undefined;
  const file = await open(newest.path, 'r');
  try {
    const { entry, end } = await readTail(file);
    return end > 0 ? { entry } : undefined;
  } finally {
    await file.close();
  }
}

/** Lists the files from the one with a line on, the newest last: a power failure can leave the head many files behind. */
async function filesSince(path: string, seq: number): Promise<readonly string[]> {
  const files = [path];
  let oldest = path;
  for (const older of await listRotated(path)) {
    const first = await readFirstSeq(oldest);
    if (first !== undefined && first <= seq) break;
    oldest = older.path;
    files.unshift(oldest);
  }
  return files;
}

/** Whether the last line stands in one chain with the line that the head names; a killed writer leaves the head behind. */
async function follows(path: string, head: AuditHead, last: AuditEntry): Promise<boolean> {
  // Nearly always, and without reading more than the last line.
  if (last.seq === head.seq) return last.hash === head.hash;
  let before: { readonly seq: number; readonly hash: string } | undefined = head.seq === 0 ? head : undefined;
  for (const name of await filesSince(path, head.seq)) {
    const file = await open(name, 'r');
    try {
      for await (const { bytes } of readLines(file)) {
        const entry = bytes === undefined ? undefined : parseLine(bytes);
        const isNext = before !== undefined && entry?.prev === before.hash && entry.seq === before.seq + 1;
        if (isNext || (entry?.seq === head.seq && entry.hash === head.hash)) before = entry;
      }
    } finally {
      await file.close();
    }
  }
  return before?.seq === last.seq;
}
