import type { Problem } from '../contract/contract.ts';

const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

export type ProblemStatus = keyof typeof TITLES;

/** A request that is refused, thrown by whatever finds the reason; the app answers it as problem details. */
export class ProblemError extends Error {
  readonly problem: Problem;

  /** @param detail for a person: what is wrong and the way out; never a secret. */
  constructor(status: ProblemStatus, code: string, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'ProblemError';
    this.problem = { type: 'about:blank', status, title: TITLES[status], detail, code };
  }
}

/** What the client learns of an error; anything that was not thrown for it stays inside. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return new ProblemError(500, 'internal-error', 'The companion failed at this request; its terminal says more.')
    .problem;
}

/** @see RFC 9457 */
export function problemResponse(problem: Problem): Response {
  const headers = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
