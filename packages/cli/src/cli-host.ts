import type { Provider, SandboxMode } from '@atip/core';
import type { ImportFormatName } from '@atip/importers';
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '@atip/node';
import type { Command } from 'commander';

/** The process that the command line runs in; tests bring their own. */
export interface CliHost {
  /** Without node and script. */
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  readonly env: Environment;
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  /** True: standard input is a pipe, a socket or a file, so it will end. Absent: a terminal, nothing, or unknown. */
  readonly isPiped?: boolean;
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  /** The streams themselves, for protocols that take them over. */
  readonly streams?: { readonly stdin: Readable & { readonly isTTY?: boolean }; readonly stdout: Writable };
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
  /** Asks a person at the terminal; resolves to the typed text. Absent: no person is there. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

export interface CliOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Characters of a line. Absent or 0: unknown. */
  readonly columns?: number;
}

export interface CommandContext {
  readonly host: CliHost;
  end(code: ExitCode): void;
  readonly program: Program;
}

/**
 * The options of all commands by the names that commander gives them; a command gets its own. Those with a default are
 * always there.
 */
export interface CliOptions {
  readonly policy?: string;
  readonly delegation?: readonly string[];
  readonly cwd?: string | undefined;
  readonly writable?: readonly string[];
  readonly tmp?: string;
  /** Ms. */
  readonly timeout?: number;
  /** Bytes of each stream. */
  readonly maxOutput?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly verbose?: boolean;
  readonly save?: boolean;
  readonly commands?: readonly string[];
  readonly depth?: number;
  readonly provider: Provider;
  readonly to?: Provider;
  readonly prompt?: boolean;
  /** `describe`: the format of a file. */
  readonly from?: ImportFormatName;
  readonly strict?: boolean;
  readonly strategy?: 'discrete' | 'search';
  readonly examples?: boolean;
  readonly all?: boolean;
  readonly request?: boolean;
  readonly losses?: boolean;
  readonly name?: string;
  readonly effects: boolean;
  /** The sandbox of calls, or of a program that is asked about itself. */
  readonly sandbox?: SandboxMode;
  readonly refresh?: boolean;
  readonly probe: readonly string[];
  /** `run`: the line itself; `mcp`: true if lines are offered. */
  readonly line?: string | boolean;
  readonly stdin?: boolean;
  readonly allowEnv: readonly string[];
  readonly credentials?: boolean;
  readonly explain?: boolean;
  readonly always?: boolean;
  readonly hook?: string;
  readonly tools?: readonly string[];
  /** `mcp`: who approves; `serve`: the place where a person is asked. */
  readonly confirm: string;
  readonly port: number;
  readonly open?: boolean;
  readonly allowOrigin: readonly string[];
  readonly tokenFile?: boolean;
  readonly publicUrl?: string;
  readonly newLink?: boolean;
  readonly mcp?: boolean;
  readonly project?: boolean;
  readonly person?: boolean;
  readonly remove?: boolean;
  readonly signature?: string;
  readonly key?: string;
  readonly identity?: string;
  readonly issuer?: string;
  readonly trustRoot?: string;
  readonly provenance?: string;
  readonly builder?: string;
  readonly source?: string;
}

/** Adds arguments, options and the action to a command that already has its name and description. */
export type DefineCommand = (command: Command, context: CommandContext) => void;

/** The whole command line. Its commands have names and descriptions; the rest loads on demand. */
export interface Program {
  readonly root: Command;
  /** Loads the definitions of the commands that these words name; of every command for `all`. */
  define(words: readonly string[] | 'all'): Promise<void>;
}

/**
 * Exit codes.
 * @example
 * ```ts
 * import { EXIT } from 'atip';
 * process.exitCode = EXIT.usage;
 * ```
 */
export const EXIT = {
  ok: 0,
  /** Invalid input, or findings. */
  invalid: 1,
  usage: 2,
  /** Refused by the policy or by a person. */
  refused: 3,
  /** The tool ran and failed. */
  toolFailed: 4,
  io: 5,
  /** There is no record. */
  missing: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with one sentence for a person. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  /** @param message what happened and what to do; not yet escaped for a terminal */
  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Compares by name: the companion is loaded outside of the bundle and has classes of its own. */
const KNOWN_ERRORS: readonly string[] = ['AuditLogError', 'LockTimeoutError', 'ProjectStateError', 'RegistryError'];

/**
 * Turns a system error into one sentence that begins with the task; returns any other error unchanged. Node's message names the path.
 * Shape: `The document cannot be saved (EACCES: permission denied, mkdir '/home/me/.local').`
 */
export function systemFailure(error: unknown, task: string): unknown {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  if (KNOWN_ERRORS.includes(error.name)) return new CliError(EXIT.io, `${task}: ${error.message}`, { cause: error });
  if (!('code' in error && 'syscall' in error)) return error;
  return new CliError(EXIT.io, `${task} (${error.message}).`, { cause: error });
}

/** True for an error in a person's input, such as a delegation of an unknown command; its message is for them. */
export function isAboutInput(error: unknown): error is Error {
  return error instanceof CliError || (error instanceof Error && error.name === 'AtipValidationError');
}

/** Waits for work. @throws CliError for a system error, see `systemFailure`; any other error unchanged */
export function orFail<Value>(task: string, work: Promise<Value>): Promise<Value> {
  return work.catch((error: unknown) => {
    throw systemFailure(error, task);
  });
}
