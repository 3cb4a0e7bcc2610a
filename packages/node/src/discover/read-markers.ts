import { stated } from '@atip/core/internal';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ProgramRefusal } from '../executables/find-executable.ts';
import { stampOf } from '../executables/executable-identity.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';

/** Bytes of one file; larger ones are skipped. */
const MAX_SCREENED_FILE: number = 1024 ** 3;

/** Bytes of a script that are searched for wrapped programs. */
const MAX_SCRIPT = 256 * 1024;

/** Do not wait for a pipe in the file's place; the stamp reveals a redirected link. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The expected state of a file. */
export interface FileState {
  readonly path: string;
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
}

interface FileMarkers extends Markers {
  /** The first 256 KiB of a file that starts with `#!`, as UTF-8. */
  readonly script?: string;
  /** Bytes that were read. */
  readonly bytes: number;
}

export type FileReading = FileMarkers | ProgramRefusal;

/**
 * Reads a regular file of at most 1 GiB for its markers. Synchronous inside, with a turn of the event loop after each MiB: through
 * the thread pool, the many small ones take twice as long. Every problem is a coded refusal, such as `changed` for a
 * changed stamp.
 * @throws the signal's reason once it is aborted.
 */
export async function readMarkers(
  { path, stamp, size }: FileState,
  buffer: Buffer,
  signal?: AbortSignal,
): Promise<FileReading> {
  if (size > MAX_SCREENED_FILE) return { code: 'too-large', reason: `It is larger than ${MAX_SCREENED_FILE} bytes.` };
  let file: number | undefined;
  try {
    file = openSync(path, OPEN_FLAGS);
    if (!hasStamp(file, stamp)) return CHANGED;
    const reading = await search(file, size, buffer, signal);
    return hasStamp(file, stamp) ? reading : CHANGED;
  } catch (error) {
    return refuse(error, signal);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const CHANGED: ProgramRefusal = {
  code: 'changed',
  reason: 'It was written or replaced while it was read; look again.',
};

async function search(file: number, size: number, buffer: Buffer, signal?: AbortSignal): Promise<FileMarkers> {
  const head: Buffer[] = [];
  let bytes = 0;
  const markers = await findMarkers(
    (into, offset, length) => readSync(file, into, offset, length, null),
    buffer,
    size,
    {
      signal,
      onChunk: (chunk) => {
        const isScript = bytes === 0 ? chunk.subarray(0, 2).toString() === '#!' : head.length > 0;
        if (isScript && bytes < MAX_SCRIPT) head.push(Buffer.from(chunk.subarray(0, MAX_SCRIPT - bytes)));
        bytes += chunk.length;
      },
    },
  );
  return stated({ ...markers, bytes, script: head.length > 0 ? Buffer.concat(head).toString() : undefined });
}

function hasStamp(file: number, stamp: string): boolean {
  return stampOf(fstatSync(file, { bigint: true })) === stamp;
}

function refuse(error: unknown, signal: AbortSignal | undefined): ProgramRefusal {
  signal?.throwIfAborted();
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  // The file was removed a moment ago.
  if (code === 'ENOENT') return CHANGED;
  return { code: 'unreadable', reason: `It cannot be read: ${describeSystemError(code)}.` };
}

const BUFFER_SIZE = 1024 * 1024;

/** Makes a reader for one file after the other, which caches results: many scripts lead to one program. */
export function createMarkerReader(signal?: AbortSignal): {
  readonly counts: { readonly read: number; readonly bytes: number };
  read(file: FileState): Promise<FileReading>;
} {
  const buffer = Buffer.allocUnsafe(BUFFER_SIZE);
  const known = new Map<string, FileReading>();
  const counts = { read: 0, bytes: 0 };
  return {
    counts,
    async read(file: FileState): Promise<FileReading> {
      const key = `${file.stamp} ${file.path}`;
      const reading = known.get(key) ?? (await readMarkers(file, buffer, signal));
      if (!known.has(key) && !('code' in reading)) {
        counts.read += 1;
        counts.bytes += reading.bytes;
      }
      known.set(key, reading);
      return reading;
    },
  };
}

/** Signs in a file's bytes that a program may describe itself. */
export interface Markers {
  /** `"atip"`, or the flag `--agent`: it may answer `--agent`. */
  readonly atip: boolean;
  /** The flag `--schema` and `"parameters"`: it may answer `--schema`. */
  readonly canonical: boolean;
}

interface Marker {
  /** At most 7 bytes: Node searches longer texts four times as slowly. */
  readonly head: Buffer;
  readonly tail: Buffer;
  /** True: it counts only without a letter, digit, `_` or `-` on either side. */
  readonly bounded: boolean;
}

type Name = 'key' | 'agent' | 'schema' | 'parameters';

const MARKERS: Readonly<Record<Name, Marker>> = {
  key: marker('"atip"', false),
  agent: marker('--agent', true),
  schema: marker('--schema', true),
  parameters: marker('"parameters"', false),
};

/** More than the longest marker plus one byte on each side. */
const OVERLAP = 16;

/**
 * Searches at most `limit` bytes of a file for the markers of tools that describe themselves, also across two reads.
 * @param read puts the next bytes into a buffer, and returns their number
 * @param buffer for reading; more than 16 bytes, 1 MiB is a good size
 * @param onChunk called with each part; the bytes are only valid during the call
 * @throws the signal's reason once it is aborted, and the system's error.
 */
export async function findMarkers(
  read: (buffer: Buffer, offset: number, length: number) => number,
  buffer: Buffer,
  limit: number,
  { signal, onChunk }: { readonly signal?: AbortSignal | undefined; readonly onChunk?: (bytes: Buffer) => void } = {},
): Promise<Markers> {
  const found = new Set<Name>();
  let [kept, total, isStart] = [0, 0, true];
  for (let isEnd = false; !isEnd; ) {
    signal?.throwIfAborted();
    const room = Math.min(buffer.length - kept, limit - total);
    if (room > 0 && total > 0) await setImmediate();
    const bytesRead = room === 0 ? 0 : read(buffer, kept, room);
    isEnd = bytesRead === 0;
    onChunk?.(buffer.subarray(kept, kept + bytesRead));
    const view = buffer.subarray(0, kept + bytesRead);
    for (const name of Object.keys(MARKERS) as Name[]) {
      if (!found.has(name) && contains(view, MARKERS[name], isStart, isEnd)) found.add(name);
    }
    total += bytesRead;
    const cut = Math.max(0, view.length - OVERLAP);
    kept = view.length - cut;
    if (cut > 0) isStart = false;
    buffer.copyWithin(0, cut, view.length);
  }
  return {
    atip: found.has('key') || found.has('agent'),
    canonical: found.has('schema') && found.has('parameters'),
  };
}

/**
 * True when a marker is certainly in the bytes. One at the edge is found in the next part: parts overlap by more than
 * its length.
 */
function contains(bytes: Buffer, { head, tail, bounded }: Marker, isStart: boolean, isEnd: boolean): boolean {
  for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) {
    const end = at + head.length + tail.length;
    if (end > bytes.length) return false;
    if (tail.length > 0 && tail.compare(bytes, at + head.length, end) !== 0) continue;
    if (!bounded) return true;
    const before = at === 0 ? isStart : !isWord(bytes[at - 1]);
    const after = end === bytes.length ? isEnd : !isWord(bytes[end]);
    if (before && after) return true;
  }
  return false;
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte));
}

function marker(text: string, bounded: boolean): Marker {
  return { head: Buffer.from(text.slice(0, 7)), tail: Buffer.from(text.slice(7)), bounded };
}
