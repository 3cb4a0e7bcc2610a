import { PassThrough, type Readable } from 'node:stream';
import type { ServeInput } from './serve-host.ts';

/** What is typed, for one reader. */
export interface FollowedInput {
  readonly stream: Readable;
  /** Ends it, and stops reading: a terminal that is read keeps a process alive. */
  close(): void;
}

/** Starts to read an input. */
export function followInput(input: ServeInput): FollowedInput {
  const stream = new PassThrough();
  const pass = (chunk: string | Uint8Array): void => {
    stream.write(chunk);
  };
  input.on('data', pass);
  return {
    stream,
    close() {
      input.off('data', pass);
      input.pause();
      stream.end();
    },
  };
}
