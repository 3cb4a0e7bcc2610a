import { EventEmitter } from 'node:events';
import { type BigIntStats, fstatSync, writeSync } from 'node:fs';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import type { CliOutput } from '../cli-host.ts';

/** An output of this process. Emits `error` with the system's error when it takes no more. */
export interface OwnOutput extends EventEmitter, CliOutput {
  readonly isTTY: boolean;
  /** Node's own stream, which is made when it is first used. */
  readonly stream: Writable;
}

/** The kind of a file descriptor of this process. Undefined: it was closed before we started. */
export function kindOf(descriptor: number): BigIntStats | undefined {
  try {
    // Node's `realpath` reads the numbers of the last `stat`, and stops where that was a pipe: Node would load a module behind a link
    // a second time under its other name. Big integers are kept apart, so this look leaves no trace.
    return fstatSync(descriptor, { bigint: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** True for a terminal. Node loads its network to answer that, so we ask it only about a descriptor that can be one. */
export function isTerminal(descriptor: number): boolean {
  const kind = kindOf(descriptor);
  // Linux gives `/dev/null` and its like the number 1.
  const isMemory = process.platform === 'linux' && kind !== undefined && kind.rdev >> 8n === 1n;
  return kind?.isCharacterDevice() === true && !isMemory && isatty(descriptor);
}

/**
 * The standard output or error of this process. As Node's, it waits until a file or a pipe has taken a text; unlike Node's, it
 * loads no network for that.
 */
export function ownOutput(descriptor: 1 | 2): OwnOutput {
  return new Output(descriptor);
}

class Output extends EventEmitter implements OwnOutput {
  readonly #descriptor: 1 | 2;
  readonly isTTY: boolean;
  #stream: (Writable & { readonly columns?: number }) | undefined;

  constructor(descriptor: 1 | 2) {
    super();
    this.#descriptor = descriptor;
    this.isTTY = isTerminal(descriptor);
  }

  get columns(): number {
    return this.isTTY ? (this.#own().columns ?? 0) : 0;
  }

  get stream(): Writable {
    return this.#own();
  }

  #own(): Writable & { readonly columns?: number } {
    if (this.#stream === undefined) {
      this.#stream = this.#descriptor === 1 ? process.stdout : process.stderr;
      this.#stream.on('error', (error) => this.emit('error', error));
    }
    return this.#stream;
  }

  write(text: string): void {
    // The order of texts is kept: once Node has a part of them, it gets the rest.
    if (this.isTTY || this.#stream !== undefined) {
      this.#own().write(text);
      return;
    }
    const bytes = Buffer.from(text);
    try {
      const written = writeAtOnce(this.#descriptor, bytes);
      if (written < bytes.length) this.#own().write(bytes.subarray(written));
    } catch (error) {
      // As from a stream, the news come later: who writes is not interrupted.
      setImmediate(() => this.emit('error', error));
    }
  }
}

/**
 * Writes bytes, and waits until they are taken.
 * @returns their number; less where another process made the output one that does not wait: Node's own stream can write the rest
 * @throws the system's error
 */
export function writeAtOnce(descriptor: 1 | 2, bytes: Uint8Array): number {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
  }
  return written;
}
