import { documentError } from '../commands/document-error.ts';
import { isPlainObject } from '../json/is-plain-object.ts';

/**
 * Refuses what is no policy: null, a text or a `Map` has none of a policy's fields, and every absent field allows.
 *
 * @throws AtipValidationError
 */
export function assertPolicy(policy: unknown): void {
  if (!isPlainObject(policy)) throw documentError('The policy cannot be applied', '', 'must be an object', policy);
}
