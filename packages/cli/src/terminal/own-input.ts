import { closeSync, constants, openSync, readSync } from 'node:fs';
import process from 'node:process';
import { addAbortSignal } from 'node:stream';
import { isTerminal, kindOf } from './own-output.ts';

const CHUNK = 65_536;

/**
 * The standard input of this process. Text that waits in a pipe is read at once; only for later text Node makes its own stream,
 * for which it loads its network.
 * @param signal ends the wait for text of a pipe that stays open
 */
export function ownInput(signal?: AbortSignal): AsyncIterable<Uint8Array> & { readonly isTTY: boolean } {
  return {
    isTTY: isTerminal(0),
    async *[Symbol.asyncIterator]() {
      const { chunks, isEnded } = readWaiting();
      yield* chunks;
      if (!isEnded) yield* signal ? addAbortSignal(signal, process.stdin) : process.stdin;
    },
  };
}

/** Waits for nothing: the pipe is opened a second time, because the first descriptor would wait, for its other users, too. Linux only. */
function readWaiting(): { readonly chunks: readonly Uint8Array[]; readonly isEnded: boolean } {
  const chunks: Uint8Array[] = [];
  if (kindOf(0)?.isFIFO() !== true) return { chunks, isEnded: false };
  let pipe: number | undefined;
  try {
    pipe = openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK);
    for (;;) {
      const bytes = Buffer.allocUnsafe(CHUNK);
      const read = readSync(pipe, bytes);
      if (read === 0) return { chunks, isEnded: true };
      chunks.push(bytes.subarray(0, read));
    }
  } catch (error) {
    // Nothing waits yet, or this system has no second way to it.
    if (error instanceof Error && 'code' in error) return { chunks, isEnded: false };
    throw error;
  } finally {
    if (pipe !== undefined) closeSync(pipe);
  }
}
