import type { FileHandle } from 'node:fs/promises';
import { MAX_LINE } from './audit-line.ts';

const NEWLINE = 0x0a;
const CHUNK = 262_144;

/** One line of a file of a log. */
export interface FileLine {
  /** From 1. */
  readonly number: number;
  /** Without its end; absent when it is longer than any line of a log. */
  readonly bytes: Uint8Array | undefined;
  /** False for what follows the last newline. */
  readonly finished: boolean;
}

/** Reads the lines of an open file from its start; what is written meanwhile may or may not be among them. */
export async function* readLines(file: FileHandle): AsyncGenerator<FileLine> {
  const { size } = await file.stat();
  let rest: Buffer = Buffer.alloc(0);
  let tooLong = false;
  let number = 0;
  for (let at = 0; at < size; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(CHUNK, size - at)), 0, undefined, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([rest, chunk.subarray(start, end)]);
      number += 1;
      yield { number, bytes: tooLong || line.length > MAX_LINE ? undefined : line, finished: true };
      rest = Buffer.alloc(0);
      tooLong = false;
      start = end + 1;
    }
    tooLong ||= rest.length + chunk.length - start > MAX_LINE;
    rest = tooLong ? Buffer.alloc(1) : Buffer.concat([rest, chunk.subarray(start)]);
  }
  if (rest.length > 0) yield { number: number + 1, bytes: tooLong ? undefined : rest, finished: false };
}
