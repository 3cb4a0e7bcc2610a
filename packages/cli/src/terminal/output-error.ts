/** Why the rest of what the command line writes is of no use: its output takes no more. */
export class OutputError extends Error {
  /** The system's, such as `ENOSPC`. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`The output cannot be written (${code}).`, options);
    this.name = 'OutputError';
    this.code = code;
  }

  /** A reader that has seen enough, such as `head`, is no failure. */
  get isReaderGone(): boolean {
    return this.code === 'EPIPE';
  }
}
