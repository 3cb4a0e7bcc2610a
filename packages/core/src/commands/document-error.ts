import { AtipValidationError } from '../errors/bridge-errors.ts';
import { pointerTokens } from '../json/pointer.ts';

/** The error about the value at a JSON Pointer of some document: `/a/b is no text.` after what that prevents. */
export function documentError(
  prevented: string,
  pointer: string,
  problem: string,
  value: unknown,
): AtipValidationError {
  return new AtipValidationError(`${prevented}: ${pointer || 'it'} ${problem}.`, pointerTokens(pointer), value);
}
