import type { Readable, Writable } from 'node:stream';
import type { Environment } from '@atip/node';

/** The process that the command line runs as; a test brings its own. */
export interface CliHost {
  /** Without node and script. */
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  readonly env: Environment;
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  /** The streams themselves, for protocols that take them over. Absent: there are none. */
  readonly streams?: { readonly stdin: Readable & { readonly isTTY?: boolean }; readonly stdout: Writable };
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal;
  /** Asks a person at the terminal; resolves to what was typed. Absent: nobody is there. */
  readonly ask?: (question: string) => Promise<string>;
}

export interface CliOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Characters of a line. Absent or 0: not known. */
  readonly columns?: number;
}
