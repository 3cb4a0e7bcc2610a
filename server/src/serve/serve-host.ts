import type { Environment } from '@atip/node';

/** Standard input, as far as it is read. Node's own type would be unknown to the page, which reads this package's types. */
export interface ServeInput {
  readonly isTTY?: boolean;
  on(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown;
  off(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown;
  pause(): unknown;
}

/** The process that the companion runs in. */
export interface ServeHost {
  readonly env: Environment;
  /** As `process.platform` has it. */
  readonly platform: string;
  /** Read only at a terminal. Absent: there is none. */
  readonly stdin?: ServeInput;
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
  /** Aborted when the companion is to end. */
  readonly signal: AbortSignal;
  /** Its arguments can be read by every local user while it runs. */
  openBrowser(url: string, onFailure: () => void): void;
}
