import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { stampOf } from '../executables/executable-identity.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import type { Refusal } from '../executables/check-writers.ts';
import { findMarkers, type Markers } from './find-marker.ts';

/** Bytes of one file; a larger one is left out. */
const MAX_SCREENED_FILE: number = 1024 ** 3;

/** Bytes of a script in which wrapped programs are looked for. */
const MAX_SCRIPT = 256 * 1024;

/** A pipe that took the file's place must not make us wait; where a link leads instead, the stamp tells. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A file in the state in which it is to be read. */
export interface FileState {
  readonly path: string;
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
}

export interface FileMarkers extends Markers {
  /** The first 256 KiB of a file that starts with `#!`, as UTF-8. */
  readonly script?: string;
  /** Bytes that were read. */
  readonly bytes: number;
}

export type FileReading = FileMarkers | Refusal;

/**
 * Reads a regular file for its markers; whatever is wrong with it is a coded refusal.
 *
 * Limits: at most 1 GiB. A file whose stamp is another than the given one, before or after the reading, is `changed`.
 * @throws the signal's reason once it is aborted.
 */
export async function readMarkers(
  { path, stamp, size }: FileState,
  buffer: Buffer,
  signal?: AbortSignal,
): Promise<FileReading> {
  if (size > MAX_SCREENED_FILE) return { code: 'too-large', reason: `It is larger than ${MAX_SCREENED_FILE} bytes.` };
  let file: FileHandle | undefined;
  try {
    file = await open(path, OPEN_FLAGS);
    if (!(await hasStamp(file, stamp))) return CHANGED;
    const reading = await search(file, size, buffer, signal);
    return (await hasStamp(file, stamp)) ? reading : CHANGED;
  } catch (error) {
    return refuse(error, signal);
  } finally {
    await file?.close();
  }
}

const CHANGED: Refusal = { code: 'changed', reason: 'It was written or replaced while it was read; look again.' };

async function search(file: FileHandle, size: number, buffer: Buffer, signal?: AbortSignal): Promise<FileMarkers> {
  const head: Buffer[] = [];
  let bytes = 0;
  const markers = await findMarkers(file, buffer, size, {
    signal,
    onChunk: (chunk) => {
      const isScript = bytes === 0 ? chunk.subarray(0, 2).toString() === '#!' : head.length > 0;
      if (isScript && bytes < MAX_SCRIPT) head.push(Buffer.from(chunk.subarray(0, MAX_SCRIPT - bytes)));
      bytes += chunk.length;
    },
  });
  return { ...markers, bytes, ...(head.length > 0 && { script: Buffer.concat(head).toString() }) };
}

async function hasStamp(file: FileHandle, stamp: string): Promise<boolean> {
  return stampOf(await file.stat({ bigint: true })) === stamp;
}

function refuse(error: unknown, signal: AbortSignal | undefined): Refusal {
  signal?.throwIfAborted();
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  // Nothing is left where a moment ago there was a file.
  if (code === 'ENOENT') return CHANGED;
  return { code: 'unreadable', reason: `It cannot be read: ${describeSystemError(code)}.` };
}
