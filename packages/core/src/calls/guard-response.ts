import { AtipError } from '../errors/atip-error.ts';
import { AtipParseError } from '../errors/bridge-errors.ts';
import type { Provider } from '../types/provider.ts';
import type { Fail } from '../types/raw-call.ts';

/**
 * Reads a response so that whatever it does, a getter that throws included, ends in an error of this library.
 *
 * @param subject what messages about it start with, for example `OpenAI response`
 * @throws AtipParseError with the response, and the cause where reading ran into an error of another kind
 */
export function guardResponse<Result>(
  provider: Provider,
  subject: string,
  response: unknown,
  read: (fail: Fail) => Result,
): Result {
  const fail: Fail = (what, cause) =>
    new AtipParseError(`The ${subject} ${what}.`, provider, response, cause === undefined ? {} : { cause });
  try {
    return read(fail);
  } catch (error) {
    throw AtipError.isInstance(error) ? error : fail('cannot be read', error);
  }
}
