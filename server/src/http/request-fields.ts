// What fields of a request's body must be.

import { ProblemError } from './problem.ts';

/** A request that is refused for its form. */
export function invalidRequest(detail: string): ProblemError {
  return new ProblemError(400, 'invalid-request', detail);
}

/** @throws ProblemError 400 */
export function asRecord(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidRequest(`${name} must be an object.`);
}

/** @throws ProblemError 400 */
export function asString(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw invalidRequest(`${name} must be a string.`);
}

/** @throws ProblemError 400 */
export function asBoolean(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw invalidRequest(`${name} must be true or false.`);
}

/** @throws ProblemError 400 */
export function asOneOf<Choice extends string>(value: unknown, choices: readonly Choice[], name: string): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw invalidRequest(`${name} must be one of ${choices.join(', ')}.`);
}
