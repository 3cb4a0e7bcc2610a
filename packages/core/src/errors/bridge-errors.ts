import type { Provider } from '../types/provider.ts';
import { AtipError } from './atip-error.ts';

/** Metadata that cannot be compiled. */
export class AtipValidationError extends AtipError {
  /** Keys from the document's root to the value at fault. */
  readonly path: string[];
  readonly value: unknown;

  constructor(message: string, path: string[], value: unknown, options?: ErrorOptions) {
    super('INVALID_METADATA', message, options);
    this.path = path;
    this.value = value;
  }
}

/** A provider's response that does not have that provider's form. */
export class AtipParseError extends AtipError {
  readonly provider: Provider;
  readonly response: unknown;

  constructor(message: string, provider: Provider, response: unknown, options?: ErrorOptions) {
    super('INVALID_RESPONSE', message, options);
    this.provider = provider;
    this.response = response;
  }
}
