import type { Server } from 'node:net';
import type { WritableStream } from 'node:stream/web';
import { ExecutionError, type RunOptions, type RunOutcome } from '@atip/core';
import { describeSystemError } from '../files/system-error.ts';

export interface Launch {
  /** Absolute. */
  readonly file: string;
  readonly argv0: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** By file descriptor, from 3 on: bytes that the program can read to their end, or what takes the bytes that it writes there. */
  readonly inherited?: readonly (Uint8Array | WritableStream<Uint8Array>)[];
  /** File descriptors, after these, on which a program that holds another one reports. */
  readonly reports?: HolderReport;
  /**
   * Gets the one listening socket that a program which holds another one hands out, by a Node IPC channel on the file descriptor
   * after the reports. Absent: there is no such channel.
   */
  readonly onListener?: (listener: Server) => void;
}

export interface HolderReport {
  readonly pipes: number;
  /** Takes the text of all of them, in any order. False: the held program was never started. */
  wasStarted(report: string): boolean;
}

export type WrapLaunch = (launch: Launch) => Launch;

export interface ExecuteOptions extends RunOptions {
  /** File to execute, absolute, when it is not `argv[0]`: programs such as busybox or rustup read their task from `argv[0]`. */
  readonly executable?: string;
  /** The child's whole environment, to which a mark of the run is added. Absent: `childEnvironment` of ours. */
  readonly env?: Readonly<Record<string, string>>;
  readonly wrap?: WrapLaunch;
  /** See `Launch`. Not for a run at a terminal. */
  readonly inherited?: NonNullable<Launch['inherited']>;
  /** Ms between SIGTERM and SIGKILL. Absent: 500. */
  readonly killGrace?: number;
  /** Called with each piece as the program wrote it, up to the limit; before `onOutput`, which gets it decoded. */
  readonly onBytes?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
}

/** As a caller states them. Absent: 30 s and 1 MiB. */
export type CommandOptions = Omit<ExecuteOptions, 'timeout' | 'maxOutput'> &
  Partial<Pick<ExecuteOptions, 'timeout' | 'maxOutput'>> & {
    /** Nothing but false: no shell takes part. */
    readonly shell?: boolean;
  };

export interface ExecuteOutcome extends RunOutcome {
  /** Bytes that arrived, those beyond the limit included. */
  readonly bytes: { readonly stdout: number; readonly stderr: number };
}

/** The program that was to hold another one could not start it. */
export class HolderError extends ExecutionError {
  /** Its error output; not escaped. */
  readonly said: string;

  constructor(holder: string, said: string) {
    const shown = JSON.stringify(said.slice(0, 500));
    super(`The program could not be started in its sandbox. ${holder} says: ${shown}`);
    this.said = said;
  }
}

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: ' The file, its interpreter or the working directory is gone.',
  E2BIG: ' Give fewer arguments at a time, or write them to a file or to the input, if the program reads one.',
};

/** Says why a file could not be started, by the system's code. */
export function startError(file: string, code: string | undefined): ExecutionError {
  const reason = describeSystemError(code ?? 'unknown reason');
  const hint = HINTS[code ?? ''] ?? '';
  return new ExecutionError(`${file} could not be started: ${reason} (${code ?? 'no code'}).${hint}`);
}
