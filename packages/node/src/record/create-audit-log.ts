import { constants } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { dirname, resolve, basename } from 'node:path';
import { ensureDirectory, syncDirectory } from '../files/write-file-atomically.ts';
import { withFileLock } from '../files/file-lock.ts';
import { type AuditEntry, type AuditEvent, AuditLogError, type AuditReceipt } from './audit-event.ts';
import {
  type AuditHead,
  type AuditLine,
  type AuditRemoved,
  FIRST_HEAD,
  FIRST_PREV,
  findNewline,
  formatLine,
  noteBegun,
  planRotation,
  readExactly,
  readHead,
  readLastLine,
  readLines,
  rotate,
  whenBegun,
  writeHead,
} from './audit-files.ts';
import { recordEvent } from './record-event.ts';
import { type Redact, redactText } from './redact-text.ts';

export interface AuditLog {
  /**
   * Puts an event on record; when it resolves, the line is on the disk.
   * @throws TypeError for an invalid event; AuditLogError; LockTimeoutError; the system's error. The event is then not
   * in the log.
   */
  append(event: AuditEvent): Promise<AuditReceipt>;
  /** Waits for earlier events; later ones are refused. */
  close(): Promise<void>;
}

export interface AuditLogSettings {
  /** Absent: the system's. */
  readonly clock?: () => Date;
  /** Bytes of a file before the next one is started, ≥ 1. Absent: 8 MiB. A file holds at least one line. */
  readonly maxBytes?: number;
  /** Number of older files that are kept, 1 to 999. Absent: 8. */
  readonly keep?: number;
  /** Absolute path of a list of logs: `xdgPaths(env).auditLogs`. Absent: nothing notices the loss of the whole log. */
  readonly list?: string;
  /**
   * Removes the secrets from a text. Absent: redacts the findings of `findSecrets`. Values of options for secrets are
   * always redacted.
   */
  readonly redact?: Redact;
}

/**
 * Opens an audit log: one line of JSON for each event, each with the hash of the one before.
 *
 * Of a refused call 1 KiB of the argv is kept, so that a flood of them displaces little.
 *
 * Several processes may append to one log. A line that a crash left unfinished is set aside and a `recovered` line says
 * so; nothing else is ever rewritten. Beside `audit.jsonl` are `audit.jsonl.1` and older files, `audit.jsonl.head` with
 * the beginning and end of the chain and the removed lines, and `audit.jsonl.lock`. Limits: `verifyAuditLog` detects
 * edits and cuts, unless the attacker rewrites everything after them, head included. To detect that too, keep the
 * receipts elsewhere. Redaction is best effort.
 * @throws RangeError for settings out of range; the system's error when the directory cannot be made.
 * @see ATIP 0.3 §11
 * @example
 * import { createAuditLog, createExecutor, xdgPaths } from '@atip/node';
 *
 * const paths = xdgPaths(process.env);
 * const log = await createAuditLog(paths.audit, { list: paths.auditLogs });
 * const executor = createExecutor({ tools: [], record: { log, who: 'ada' } });
 */
export async function createAuditLog(path: string, settings: AuditLogSettings = {}): Promise<AuditLog> {
  const { clock = () => new Date(), maxBytes = 8_388_608, keep = 8, redact = redactText, list } = settings;
  checkRange('maxBytes', maxBytes, Number.MAX_SAFE_INTEGER);
  checkRange('keep', keep, 999);
  const file = resolve(path);
  await ensureDirectory(dirname(file));
  const begun = async (): Promise<string | undefined> => list && whenBegun(list, file);
  let isListed = list === undefined;
  let closed = false;
  let end: Promise<unknown> = Promise.resolve();
  return {
    async append(event) {
      if (closed) throw new AuditLogError('AUDIT_CLOSED', 'The audit log was closed; open it again to append to it.');
      const recorded = recordEvent(event, redact);
      // Callers in this process get the lock in the order of their calls.
      const written = withFileLock(`${file}.lock`, async () => {
        const receipt = await appendEvent(file, recorded, { clock, maxBytes, keep }, begun);
        if (!isListed && list !== undefined) await noteBegun(list, file, clock());
        isListed = true;
        return receipt;
      });
      // Drops the results: otherwise each would keep the next one in memory while the log is open.
      end = Promise.allSettled([end, written]).then(() => undefined);
      return written;
    },
    async close() {
      closed = true;
      await end;
    },
  };
}

function checkRange(name: string, value: number, highest: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= highest) return;
  throw new RangeError(`${name} is a whole number from 1 to ${highest}, not ${value}.`);
}

type RecordedEvent = Readonly<Record<string, unknown>>;

type LastLine = Awaited<ReturnType<typeof readLastLine>>;

/** Does not wait for a pipe in the log's place. */
const OPEN_FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Appends an event; the caller holds the log's lock.
 * The line is on the disk before the head, so the head is ahead only when lines were cut. The next line then contains
 * the head's hash, which no line has, so that `verifyAuditLog` finds the gap.
 * @throws AuditLogError `AUDIT_DAMAGED` when neither the last line nor the head has the next number; the system's
 * error.
 */
async function appendEvent(
  path: string,
  event: RecordedEvent,
  { clock, maxBytes, keep }: Required<Pick<AuditLogSettings, 'clock' | 'maxBytes' | 'keep'>>,
  begun: () => Promise<string | undefined>,
): Promise<AuditReceipt> {
  let file = await openLog(path);
  try {
    const recoveries = await setTornLineAside(file, path, clock);
    const last = await readLastLine(path);
    const known = await readHead(path);
    let head = typeof known === 'object' ? known : await withoutHead(path, known, last);
    if (known === 'broken' || (known === undefined && last))
      recoveries.push({ event: 'recovered', reason: 'head-lost' });
    else if (known === undefined && (await begun()) !== undefined)
      recoveries.push({ event: 'recovered', reason: 'log-lost' });
    // A killed writer leaves the head behind its line.
    if (last?.entry && last.entry.seq > head.seq) head = { ...head, seq: last.entry.seq, hash: last.entry.hash };
    const lines = chain(head, clock().toISOString(), [...recoveries, event]);
    const text = lines.map((line) => line.text).join('');
    const { size } = await file.stat();
    if (size > 0 && size + Buffer.byteLength(text) > maxBytes) {
      head = await withoutOldest(path, head, keep);
      await writeHead(path, head);
      await rotate(path, keep);
      await file.close();
      file = await openLog(path);
    }
    const { seq, hash } = lines.at(-1) ?? head;
    await writeLines(file, text, dirname(path), () => writeHead(path, { ...head, seq, hash }));
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
 * Moves the bytes after the last complete line to a file of their own. A crash in between duplicates them, but never
 * loses them.
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

/** Accepts the log in its current state, or starts it. */
async function withoutHead(path: string, known: 'broken' | undefined, last: LastLine): Promise<AuditHead> {
  const head = await headFrom(path, last);
  // The head is written before the first line, so a missing head means a lost one.
  if (known === undefined && last === undefined) await writeHead(path, head);
  else if (head.seq === 0) throw cannotGoOn(path);
  return head;
}

async function headFrom(path: string, last: LastLine): Promise<AuditHead> {
  if (last === undefined) return FIRST_HEAD;
  if (last.entry === undefined) throw cannotGoOn(path);
  const first = await readFirstEntry((await planRotation(path, Number.POSITIVE_INFINITY)).oldest);
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

function chain(head: AuditHead, time: string, events: readonly RecordedEvent[]): AuditLine[] {
  let { seq, hash: prev } = head;
  return events.map((event) => {
    const line = formatLine({ seq: seq + 1, time, prev }, event);
    [seq, prev] = [line.seq, line.hash];
    return line;
  });
}

/** The head after rotation has removed its oldest files, whose lines are counted. */
async function withoutOldest(path: string, head: AuditHead, keep: number): Promise<AuditHead> {
  const { removed, oldest } = await planRotation(path, keep);
  let gone = head.removed;
  for (const file of removed) gone = await countLines(file, head.first, gone);
  return {
    ...head,
    removed: gone,
    first: removed.length > 0 ? ((await readFirstEntry(oldest))?.seq ?? head.first) : head.first,
  };
}

/** A writer that was killed before removing the file had already counted the lines before the first. */
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
  return { count, from, to };
}

/** Writes all of the lines and their head, or nothing. */
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
    // No caller was told of these bytes, and the lock excludes other writers. If even this fails, the next writer sets
    // them aside.
    await file.truncate(size);
    throw error;
  }
}
