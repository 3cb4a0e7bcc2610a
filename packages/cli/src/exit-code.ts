/** What the process ends with. */
export const EXIT = {
  ok: 0,
  /** Invalid input, or findings. */
  invalid: 1,
  usage: 2,
  /** Refused by policy, or by a person. */
  refused: 3,
  /** The tool that was run failed. */
  toolFailed: 4,
  io: 5,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with one sentence for a person. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  /** @param message what happened and what to do; not yet made safe for a terminal */
  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** By name: the companion is loaded apart from the bundle and has classes of its own. */
const KNOWN_ERRORS: readonly string[] = ['AuditLogError', 'LockTimeoutError', 'RegistryError'];

/**
 * Turns a failure of the system, such as a full disk, into one sentence; returns any other error unchanged.
 *
 * @param task what could not be done; begins the sentence
 */
export function systemFailure(error: unknown, task: string): unknown {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  if (KNOWN_ERRORS.includes(error.name)) return new CliError(EXIT.io, `${task}: ${error.message}`, { cause: error });
  if (!('code' in error && 'syscall' in error)) return error;
  return new CliError(EXIT.io, `${task} (${String(error.code)}).`, { cause: error });
}
