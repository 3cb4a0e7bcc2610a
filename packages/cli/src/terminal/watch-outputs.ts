import type { EventEmitter } from 'node:events';
import { type CliOutput, EXIT, type ExitCode } from '../cli-host.ts';

export class OutputError extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`The output cannot be written (${code}).`, options);
    this.name = 'OutputError';
    this.code = code;
  }

  /** A reader that has seen enough, such as `head`, is not a failure. */
  get isReaderGone(): boolean {
    return this.code === 'EPIPE';
  }
}

export interface Outputs {
  readonly stdout: EventEmitter;
  readonly stderr: EventEmitter & CliOutput;
}

interface WatchedOutputs {
  exitCode(code: ExitCode): ExitCode;
}

/**
 * Stops the work once its output is closed: running processes end and go on record, as after a signal. Messages for a closed
 * stderr are lost.
 * @param stop called once, before any other consequence.
 */
export function watchOutputs({ stdout, stderr }: Outputs, stop: (reason: OutputError) => void): WatchedOutputs {
  let failure: OutputError | undefined;
  stdout.on('error', (cause: unknown) => {
    const reason = new OutputError(codeOf(cause), { cause });
    if (failure !== undefined) return;
    failure = reason;
    if (!reason.isReaderGone) stderr.write(`atip: ${reason.message}\n`);
    stop(reason);
  });
  stderr.on('error', codeOf);
  return {
    exitCode(code) {
      if (failure === undefined) return code;
      return failure.isReaderGone ? EXIT.ok : EXIT.io;
    },
  };
}

/** @throws any error that is not the system's, so that our own mistakes show. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && 'syscall' in error) return String(error.code);
  throw error;
}
