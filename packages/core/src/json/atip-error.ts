import type { DamagedCall, ToolCall, ToolCallsReading } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';

/** All error codes of this library. */
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
  | 'INTERACTIVE_NOT_SUPPORTED';

/** Registered globally, so that the check works across two copies of this package in one process. */
const BRAND = Symbol.for('@atip/core/AtipError');

/**
 * The root of every error that this library throws on purpose.
 * @example
 * ```ts
 * import { AtipError, type AtipTool } from '@atip/core';
 * import { mapToCommand } from '@atip/core/execute';
 * declare const gh: AtipTool;
 * try {
 *   mapToCommand('gh_prr', [gh]);
 * } catch (error) {
 *   if (!AtipError.isInstance(error)) throw error;
 *   console.error(error.code); // 'UNKNOWN_COMMAND'
 * }
 * ```
 */
export class AtipError extends Error {
  // Each class states its name: a minifier shortens `new.target.name`.
  override name = 'AtipError';
  readonly code: AtipErrorCode;

  constructor(code: AtipErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /**
   * True if a value is an error of this class. Unlike `instanceof`, `AtipError.isInstance` is also true for errors of
   * another copy of this package; their `code` tells the kind.
   */
  static isInstance<Kind extends AtipError>(
    this: (abstract new (...args: never[]) => Kind) | undefined,
    value: unknown,
  ): value is Kind {
    // biome-ignore lint/complexity/noThisInStatic: each subclass has this method and asks for itself; handed on, as in `find(AtipError.isInstance)`, it has no class
    const asked = this ?? AtipError;
    return value instanceof asked || (asked === AtipError && value instanceof Error && Object.hasOwn(value, BRAND));
  }
}

/**
 * A document, a policy, a delegation or a setting is invalid.
 * @example
 * ```ts
 * import { type AtipTool, AtipValidationError, compile } from '@atip/core';
 * declare const unchecked: AtipTool;
 * try {
 *   compile([unchecked], 'openai');
 * } catch (error) {
 *   if (error instanceof AtipValidationError) console.error(error.path.join('/'), error.message);
 * }
 * ```
 */
export class AtipValidationError extends AtipError {
  override name = 'AtipValidationError';
  /** Keys from the document's root to the wrong value. */
  readonly path: string[];
  readonly value: unknown;

  constructor(message: string, path: string[], value: unknown, options?: ErrorOptions) {
    super('INVALID_METADATA', message, options);
    this.path = path;
    this.value = value;
  }
}

/**
 * A provider's response does not have that provider's form, or some of its calls cannot be run.
 * @example
 * ```ts
 * import { AtipParseError, parseToolCall } from '@atip/core';
 * declare const response: unknown;
 * try {
 *   parseToolCall('openai', response);
 * } catch (error) {
 *   if (!(error instanceof AtipParseError)) throw error;
 *   for (const { id, message } of error.damaged) console.error(id, message);
 * }
 * ```
 */
export class AtipParseError extends AtipError {
  override name = 'AtipParseError';
  readonly provider: Provider;
  readonly response: unknown;
  /** The response's other calls, which are complete. Empty when the response as a whole cannot be read. */
  readonly calls: ToolCall[];
  /** The damaged calls, in order, for `formatResults`: a provider wants a result for each. Empty as above. */
  readonly damaged: DamagedCall[];

  constructor(
    message: string,
    provider: Provider,
    response: unknown,
    { calls = [], damaged = [], ...options }: ErrorOptions & Partial<ToolCallsReading> = {},
  ) {
    super('INVALID_RESPONSE', message, options);
    this.provider = provider;
    this.response = response;
    this.calls = calls;
    this.damaged = damaged;
  }
}

/**
 * A provider's entry of a table with one for each provider.
 *
 * @throws AtipError `UNKNOWN_PROVIDER` listing the known ones; types do not check a configuration's values
 */
export function providerEntry<Table extends Readonly<Record<Provider, unknown>>, Name extends Provider>(
  table: Table,
  provider: Name,
): Table[Name] {
  const given: unknown = provider;
  if (typeof given !== 'string' || !Object.hasOwn(table, given)) {
    const known = Object.keys(table).join(', ');
    const shown = typeof given === 'string' ? JSON.stringify(given.slice(0, 80)) : `of type ${typeof given}`;
    throw new AtipError('UNKNOWN_PROVIDER', `There is no provider ${shown}; known are ${known}.`);
  }
  return table[provider];
}
