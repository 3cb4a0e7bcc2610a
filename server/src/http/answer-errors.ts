import type { ErrorHandler, NotFoundHandler } from 'hono';
import type { Health } from '../contract/contract.ts';
import { errorResponse, ProblemError } from './problem.ts';

/**
 * Answers whatever was thrown as problem details.
 * @param report gets what was not thrown for the client.
 * @param server who answers; absent: the companion.
 */
export function answerErrors(report: (error: unknown) => void, server?: Health['name']): ErrorHandler {
  return (error) => {
    if (!(error instanceof ProblemError)) report(error);
    return errorResponse(error, server);
  };
}

/** Answers what no route did. */
export const answerNotFound: NotFoundHandler = () =>
  errorResponse(new ProblemError(404, 'not-found', 'There is nothing at this address.'));
