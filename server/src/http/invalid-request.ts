import { ProblemError } from './problem.ts';

/** A request that is refused for its form. @param detail names the field, and never its value. */
export function invalidRequest(detail: string): ProblemError {
  return new ProblemError(400, 'invalid-request', detail);
}
