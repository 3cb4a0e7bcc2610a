import type { RunOptions, RunOutcome } from '@atip/core';
import type { WrapLaunch } from './launch.ts';

export interface ExecuteOptions extends RunOptions {
  /** File to execute, absolute, when it is not `argv[0]`: programs such as busybox or rustup read their task from `argv[0]`. */
  readonly executable?: string;
  /** The child's whole environment, to which a mark of the run is added. Absent: `childEnvironment` of ours. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the program finds on its input, which then ends. Absent: nothing. */
  readonly input?: string | Uint8Array;
  /** Puts the program into a sandbox. */
  readonly wrap?: WrapLaunch;
  /** Ms between SIGTERM and SIGKILL. Absent: 500. */
  readonly killGrace?: number;
  /** Called with each piece as the program wrote it, up to the limit; before `onOutput`, which gets it decoded. */
  readonly onBytes?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
}

/** How a process ended, and how much it wrote. */
export interface ExecuteOutcome extends RunOutcome {
  /** Bytes that arrived, those beyond the limit included. */
  readonly bytes: { readonly stdout: number; readonly stderr: number };
}
