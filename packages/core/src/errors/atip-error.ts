/** Every code that an error of this library carries. */
export type AtipErrorCode =
  | 'INVALID_METADATA'
  | 'INVALID_RESPONSE'
  | 'UNKNOWN_PROVIDER'
  | 'UNKNOWN_COMMAND'
  | 'VALIDATION_FAILED'
  | 'POLICY_VIOLATION'
  | 'REQUIRES_CONFIRMATION'
  | 'INSUFFICIENT_TRUST'
  | 'EXECUTION_FAILED'
  | 'TIMEOUT'
  | 'INTERACTIVE_NOT_SUPPORTED'
  | 'INVALID_PATTERN';

/** Registered, so that the check holds across two copies of this package in one process. */
const BRAND = Symbol.for('@atip/core/AtipError');

/** The root of every error that this library throws on purpose. */
export class AtipError extends Error {
  readonly code: AtipErrorCode;

  constructor(code: AtipErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Like `instanceof`, but true also for errors of another copy of this package. */
  static isInstance(value: unknown): value is AtipError {
    return value instanceof Error && Object.hasOwn(value, BRAND);
  }
}
