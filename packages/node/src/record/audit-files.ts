import { constants } from 'node:fs';
import { type FileHandle, appendFile, open, readFile, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRecord, visibleJson } from '@atip/core/internal';
import { digestOf, parseJson, readBoundedFile } from '../files/read-bounded-file.ts';
import { systemErrorCode, unlessMissing } from '../files/system-error.ts';
import { ensureDirectory } from '../files/write-file-atomically.ts';
import { type AuditEntry, AuditLogError } from './audit-event.ts';

/** `prev` of the first line. */
export const FIRST_PREV: string = '0'.repeat(64);

/** Bytes of a line; the bounds of an event keep it well below. */
export const MAX_LINE = 2_097_152;

/** The end of a line: its last field. */
const HASH_FIELD = /^,"hash":"([0-9a-f]{64})"\}$/;
const HASH_FIELD_LENGTH = 75;

export interface AuditLine {
  readonly seq: number;
  readonly hash: string;
  readonly text: string;
  /** The parsed text. */
  readonly entry: AuditEntry;
}

/** Writes a line of the log. Its hash covers the bytes before it, `prev` included, and so all earlier lines. */
export function formatLine(
  place: { readonly seq: number; readonly time: string; readonly prev: string },
  event: Readonly<Record<string, unknown>>,
): AuditLine {
  const { seq, time, prev } = place;
  const body = toSafeJson({ seq, time, prev, ...event });
  const hash = digestOf(body);
  const text = `${body.slice(0, -1)},"hash":"${hash}"}`;
  // The text was just built from all fields of an entry.
  return { seq, hash, text: `${text}\n`, entry: { seq, time, prev, ...event, hash } as unknown as AuditEntry };
}

/**
 * Reads a line, without its end. @returns undefined when its hash does not match its bytes, or this library did not
 * write it.
 */
export function parseLine(bytes: Uint8Array): AuditEntry | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields = buffer.subarray(0, Math.max(buffer.length - HASH_FIELD_LENGTH, 0));
  const [, hash] = HASH_FIELD.exec(buffer.toString('latin1', fields.length)) ?? [];
  if (hash === undefined || hash !== digestOf(Buffer.concat([fields, Buffer.from('}')]))) return undefined;
  const entry = parseObject(buffer.toString('utf8'));
  if (entry === undefined || !Number.isSafeInteger(entry['seq']) || Number(entry['seq']) < 1) return undefined;
  if (typeof entry['time'] !== 'string' || typeof entry['event'] !== 'string') return undefined;
  if (typeof entry['prev'] !== 'string' || !/^[0-9a-f]{64}$/.test(entry['prev'])) return undefined;
  // The hash proves that the bytes are unchanged; the rest is the recorded event.
  return entry as unknown as AuditEntry;
}

/** The JSON object in a text; undefined for any other text. */
function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}

/** Writes a value as JSON that is fully visible in any terminal. Shape: { a: "x\u202ey" } → {"a":"x\\u202ey"} */
export function toSafeJson(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}

/** Lists the older files of a log, from the newest, which is `audit.jsonl.1`. */
async function listRotated(path: string): Promise<readonly { readonly number: number; readonly path: string }[]> {
  const directory = dirname(path);
  const start = `${basename(path)}.`;
  return ((await unlessMissing(readdir(directory))) ?? [])
    .filter((name) => name.startsWith(start) && /^[1-9]\d{0,5}$/.test(name.slice(start.length)))
    .map((name) => ({ number: Number(name.slice(start.length)), path: join(directory, name) }))
    .sort((a, b) => a.number - b.number);
}

/** The files that a rotation removes, from the oldest, and the oldest remaining one. */
export async function planRotation(
  path: string,
  keep: number,
): Promise<{ readonly removed: readonly string[]; readonly oldest: string }> {
  const rotated = await listRotated(path);
  const kept = rotated.slice(0, keep - 1);
  return {
    removed: rotated
      .slice(keep - 1)
      .reverse()
      .map((file) => file.path),
    oldest: kept.at(-1)?.path ?? path,
  };
}

/** Makes room for a new file: removes the oldest and renumbers the others up to the first free number. */
export async function rotate(path: string, keep: number): Promise<void> {
  for (const old of (await planRotation(path, keep)).removed) await unlink(old);
  const taken = new Set((await listRotated(path)).map(({ number }) => number));
  let free = 1;
  while (taken.has(free)) free += 1;
  for (let number = free; number > 1; number -= 1) await rename(`${path}.${number - 1}`, `${path}.${number}`);
  await rename(path, `${path}.1`);
}

export interface AuditFile {
  readonly path: string;
  readonly file: FileHandle;
}

/** A log that rotates faster than it can be opened is read in its current state. */
const MAX_ATTEMPTS = 20;

/**
 * Opens the files of a log, oldest first. Opens all again when another process rotated them meanwhile, so that no
 * file is missed. @throws the system's error; a file that is not regular is an error too.
 */
export async function openAuditFiles(path: string): Promise<readonly AuditFile[]> {
  for (let attempt = 1; ; attempt += 1) {
    const files: AuditFile[] = [];
    const add = async (name: string): Promise<void> => {
      const file = await openOptional(name);
      if (file) files.unshift({ path: name, file });
    };
    try {
      await add(path);
      for (const older of await listRotated(path)) await add(older.path);
      const newest = files.find((file) => file.path === path);
      if (attempt === MAX_ATTEMPTS || (await inodeAt(path)) === (await newest?.file.stat({ bigint: true }))?.ino)
        return files;
    } catch (error) {
      await closeFiles(files);
      throw error;
    }
    await closeFiles(files);
  }
}

export async function closeFiles(files: readonly AuditFile[]): Promise<void> {
  for (const { file } of files) await file.close();
}

async function inodeAt(path: string): Promise<bigint | undefined> {
  const file = await openOptional(path);
  const ino = file && (await file.stat({ bigint: true })).ino;
  await file?.close();
  return ino;
}

/** Follows no link, and does not wait for a pipe. Absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a regular file for reading, through no link. @returns undefined when it is missing. */
async function openOptional(path: string): Promise<FileHandle | undefined> {
  const file = await unlessMissing(open(path, READ_FLAGS));
  if (file === undefined || (await file.stat()).isFile()) return file;
  await file.close();
  throw new AuditLogError(
    'AUDIT_DAMAGED',
    `${JSON.stringify(path)} is not a regular file, so it is not part of a record.`,
  );
}

const NEWLINE = 0x0a;
const CHUNK = 262_144;

export interface FileLine {
  readonly number: number;
  /** Absent for a changed or unfinished line. */
  readonly entry: AuditEntry | undefined;
  /** Bytes after the last newline; absent for a complete line. */
  readonly unfinished?: number;
}

/** Reads the lines of an open file from its start; lines written meanwhile may or may not be included. */
export async function* readLines(file: FileHandle): AsyncGenerator<FileLine> {
  for await (const { bytes, ...line } of splitLines(file, 0)) yield { ...line, entry: bytes && parseLine(bytes) };
}

/** Absent `bytes`: the line is unfinished, or longer than any line of a log. */
type SplitLine = Pick<FileLine, 'number' | 'unfinished'> & { readonly bytes: Buffer | undefined };

/** Splits an open file into lines, from the first that begins at an offset or later. */
async function* splitLines(file: FileHandle, from: number): AsyncGenerator<SplitLine> {
  const { size } = await file.stat();
  let rest: Buffer = Buffer.alloc(0);
  /** Bytes of a line that is longer than any line of a log. */
  let dropped = 0;
  let number = 0;
  // The end of the line before shows where the first one begins.
  let isInside = from > 0;
  for (let at = Math.max(from - 1, 0); at < size; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(CHUNK, size - at)), 0, undefined, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const isTooLong = dropped + rest.length + end - start > MAX_LINE;
      const bytes = isTooLong ? undefined : Buffer.concat([rest, chunk.subarray(start, end)]);
      if (!isInside) {
        number += 1;
        yield { number, bytes };
      }
      [rest, dropped, start, isInside] = [Buffer.alloc(0), 0, end + 1, false];
    }
    rest = Buffer.concat([rest, chunk.subarray(start)]);
    if (rest.length > MAX_LINE) [rest, dropped] = [Buffer.alloc(0), dropped + rest.length];
  }
  const unfinished = dropped + rest.length;
  if (unfinished > 0) yield { number: number + 1, bytes: undefined, unfinished };
}

/** Bytes of each file that are read for a person, from its end. */
const NEWEST = 16_777_216;

/** An entry of a record; `damaged`: a line that is cut, or not as it was written; `left-out`: older lines of a long file. */
export type FoundEntry<Entry> = Entry | 'damaged' | 'left-out';

/** Reads the newest lines of a record's files, the oldest of them first; of a missing record none. Takes no lock. */
export async function* readNewest<Entry>(
  path: string,
  parse: (bytes: Buffer) => Entry | undefined,
): AsyncGenerator<FoundEntry<Entry>> {
  const files = await openAuditFiles(path);
  try {
    for (const { file } of files) {
      const from = (await file.stat()).size - NEWEST;
      if (from > 0) yield 'left-out';
      for await (const { bytes } of splitLines(file, Math.max(from, 0)))
        if (bytes?.length !== 0) yield (bytes && parse(bytes)) ?? 'damaged';
    }
  } finally {
    await closeFiles(files);
  }
}

/** Reads a log's last complete line, from its newest file with one. @returns undefined without such a line. */
export async function readLastLine(path: string): Promise<{ readonly entry: AuditEntry | undefined } | undefined> {
  for (const name of [path, (await listRotated(path))[0]?.path]) {
    const file = name === undefined ? undefined : await openOptional(name);
    if (!file) continue;
    try {
      const { size } = await file.stat();
      const end = await findNewline(file, size);
      if (end < 0) continue;
      const start = (await findNewline(file, end)) + 1;
      return { entry: end - start > MAX_LINE ? undefined : parseLine(await readExactly(file, start, end - start)) };
    } finally {
      await file.close();
    }
  }
  return undefined;
}

/** Finds the last newline before a position. @returns -1 without one. */
export async function findNewline(file: FileHandle, before: number): Promise<number> {
  for (let end = before; end > 0; end -= CHUNK) {
    const start = Math.max(end - CHUNK, 0);
    const at = (await readExactly(file, start, end - start)).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at;
  }
  return -1;
}

/** Returns fewer bytes at the end of the file. */
export async function readExactly(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/** Lines that rotation has removed since the log began. */
export interface AuditRemoved {
  readonly count: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
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
