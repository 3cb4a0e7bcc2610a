import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * Hands on what a process writes to a pipe, and reads no further while whoever takes it is not ready: the process then waits
 * in its write.
 *
 * Once the process has ended, what is left is read without waiting. The system held it, so it is little; and an end that
 * waited for a reader would never come for one that has gone to sleep.
 * @param take a promise: not ready before it resolves. It must not reject.
 */
export function readPipe(
  pipe: Readable,
  child: EventEmitter,
  take: (chunk: Uint8Array) => Promise<void> | undefined,
): void {
  let ended = false;
  pipe.on('data', (chunk: Uint8Array) => {
    const ready = take(chunk);
    if (ready === undefined || ended) return;
    pipe.pause();
    void ready.then(() => pipe.resume());
  });
  child.once('exit', () => {
    ended = true;
    pipe.resume();
  });
}
