import type { Server } from 'node:net';
import type { RunOptions, RunOutcome } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { describeSystemError } from '../files/system-error.ts';

export interface Launch {
  /** Absolute. */
  readonly file: string;
  readonly argv0: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** By file descriptor, from 3: bytes for the program to read. */
  readonly inherited?: readonly Uint8Array[];
  /** File descriptors after these, on which a sandbox reports. */
  readonly reports?: HolderReport;
  /**
   * Receives the one listening socket that a sandbox passes out, by a Node IPC channel on the file descriptor after the
   * reports. Absent: no such channel.
   */
  readonly onListener?: ((listener: Server) => void) | undefined;
}

export interface HolderReport {
  readonly pipes: number;
  /** Reads the text of all reports, in any order. False: the sandboxed program was never started. */
  wasStarted(report: string): boolean;
}

export type WrapLaunch = (launch: Launch) => Launch;

export interface ExecuteOptions extends RunOptions {
  /**
   * File to execute, absolute, if it differs from `argv[0]`: programs such as busybox or rustup read their task from
   * `argv[0]`.
   */
  readonly executable?: string;
  /** The child's whole environment; a mark of the run is added. Absent: our `childEnvironment`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly wrap?: WrapLaunch | undefined;
  /** Ms between SIGTERM and SIGKILL. Absent: 500. */
  readonly killGrace?: number;
  /** True: a program that writes more than `maxOutput` is ended. Absent: it runs on. */
  readonly stopAtLimit?: boolean;
  /** Called with each piece of output, up to the limit; before `onOutput`, which gets all of it, decoded. */
  readonly onBytes?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
}

/** A caller's options. Absent: 10 min and 1 MiB. */
export type CommandOptions = Omit<ExecuteOptions, 'timeout' | 'maxOutput'> &
  Partial<Pick<ExecuteOptions, 'timeout' | 'maxOutput'>> & {
    /** Only `false` is allowed: no shell is involved. */
    readonly shell?: boolean;
  };

export interface ExecuteOutcome extends RunOutcome {
  /** Bytes received, including those beyond the limit. */
  readonly bytes: { readonly stdout: number; readonly stderr: number };
}

/** The sandbox could not start the program. */
export class HolderError extends ExecutionError {
  override name = 'HolderError';
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

/** The error for a file that could not be started, by the system's code. */
export function startError(file: string, code: string | undefined): ExecutionError {
  const reason = describeSystemError(code ?? 'unknown reason');
  const hint = HINTS[code ?? ''] ?? '';
  return new ExecutionError(`${file} could not be started: ${reason} (${code ?? 'no code'}).${hint}`);
}
