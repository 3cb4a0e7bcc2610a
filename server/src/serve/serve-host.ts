import type { Environment } from '@atip/node';
import type { CompanionSettings } from './start-companion.ts';

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

/** What `atip serve` was told. */
export interface ServeOptions extends Omit<CompanionSettings, 'env' | 'report' | 'ask' | 'pageRoot' | 'limits'> {
  /** Whether the page is opened in a browser. Absent: at a terminal with a display. */
  readonly open?: boolean;
  /** Where a person is asked whether a call may run. `terminal`: standard input has to be one. Absent: `page`. */
  readonly confirm?: 'page' | 'terminal';
}

/** Why the companion cannot be started as it was asked to; one sentence or two for a person, with the way out. */
export class ServeError extends Error {
  /** `usage`: something on the command line cannot be meant; `io`: the machine refuses. */
  readonly kind: 'usage' | 'io';

  /** @param message not yet made safe for a terminal; holds no secret */
  constructor(kind: 'usage' | 'io', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServeError';
    this.kind = kind;
  }
}
