import type { ExitCode } from './exit-code.ts';

/** Something that ends the command with one sentence for a person. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  /** @param message what happened and what to do; not yet made safe for a terminal */
  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
