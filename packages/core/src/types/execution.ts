import type { CommandMapping } from './flat-command.ts';
import type { SandboxMode, SandboxReport } from './sandbox.ts';

/** The part of a platform's `AbortSignal` that is used here. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Settings of one run. */
export interface RunOptions {
  /** Working directory, absolute. Absent: the host's choice. */
  readonly cwd?: string;
  /** Wall-clock bound in ms, > 0. */
  readonly timeout: number;
  /** Bytes kept per stream, > 0; a tool that writes more is ended. */
  readonly maxOutput: number;
  /**
   * What the command wants of a person, who the policy says is there: `stdin` its standard input, `tty` a terminal. A host
   * that cannot give it refuses with InteractiveNotSupportedError. Absent: nothing, standard input is closed.
   */
  readonly interactive?: 'stdin' | 'tty';
  /** Whether the process has to be held by a sandbox. Absent: the host's choice. */
  readonly sandbox?: SandboxMode;
  /** The call that is run, for a host that shapes a sandbox after its effects or keeps a record. */
  readonly call?: { readonly id: string; readonly mapping: CommandMapping };
  /** Ends the run early. */
  readonly signal?: StopSignal;
  /**
   * Called with each decoded piece as it arrives, before any redaction. A promise asks the host to read no more of that stream
   * until it resolves, so that the program waits; the end of the run, for whatever reason, waits for none.
   */
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void | Promise<void>;
}

/** How a process ended; the same shape for success and failure. */
export interface RunOutcome {
  /** `null` when a signal ended it or it never started. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Wall-clock time in ms. */
  readonly duration: number;
  readonly truncated: boolean;
  readonly timedOut: boolean;
  /** What held the process. Absent: the host does not say, so take it that nothing did. */
  readonly sandbox?: SandboxReport;
  /** What else the model and the person have to know of the run, a sentence each, without absolute paths. Absent: nothing. */
  readonly notices?: readonly string[];
}

/** The port through which core reaches a process. */
export type Run = (argv: readonly string[], options: RunOptions) => Promise<RunOutcome>;

export interface ExecutionResult extends RunOutcome {
  /** Exit code 0, in time and not cut. */
  readonly success: boolean;
  readonly command: readonly string[];
  readonly toolCallId: string;
  readonly toolName: string;
}

export interface FormattedResult {
  /** Redacted and bounded: fit to be sent to a model. */
  readonly content: string;
  readonly success: boolean;
  /** As the process gave it, secrets included: for the host only. */
  readonly raw: ExecutionResult;
}
