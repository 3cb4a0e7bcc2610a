import type { ErrorHandler, NotFoundHandler } from 'hono';
import { constant, type Infer, object, text, wholeNumber } from './schema.ts';

/** RFC 9457 problem details; `code` is stable, `detail` is for a person. */
export const ProblemSchema = object('Problem', {
  type: constant('about:blank'),
  status: wholeNumber({ minimum: 400, maximum: 599 }),
  title: text(),
  detail: text('For a person.'),
  code: text('Stable.'),
});

export type Problem = Infer<typeof ProblemSchema>;

export type ServerName = 'atip-companion' | 'atip-edge';

const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

export type ProblemStatus = keyof typeof TITLES;

/** A refused request. The code that finds the reason throws it; the app answers it as problem details. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** Ms after which the same request may pass. */
  readonly retryAfter: number | undefined;

  /** @param detail for a person: the fault and the way out; never a secret. */
  constructor(
    status: ProblemStatus,
    code: string,
    detail: string,
    options?: ErrorOptions & { readonly retryAfter?: number },
  ) {
    super(detail, options);
    this.name = 'ProblemError';
    this.retryAfter = options?.retryAfter;
    this.problem = { type: 'about:blank', status, title: TITLES[status], detail, code };
  }
}

/** Mentions the log only to people who can open it. */
const FAILED: Readonly<Record<ServerName, string>> = {
  'atip-companion': 'The companion failed to answer this request; its terminal says more.',
  'atip-edge': 'This site failed to answer this request. Try again; its operator finds the reason in the log.',
};

/** Makes the problem that a client sees. Only a ProblemError shows its message; other messages stay inside. */
export function toProblem(error: unknown, server: ServerName = 'atip-companion'): Problem {
  if (error instanceof ProblemError) return error.problem;
  return new ProblemError(500, 'internal-error', FAILED[server]).problem;
}

/**
 * Answers with a problem. A 429, and a 503 where we know it, says in whole seconds when to retry; a 401 names the required scheme.
 * @see RFC 9110 10.2.3, 11.6.1
 */
export function problemResponse(error: unknown, server?: ServerName): Response {
  const problem = toProblem(error, server);
  const headers = new Headers({ 'content-type': 'application/problem+json' });
  const known = error instanceof ProblemError ? error.retryAfter : undefined;
  const wait = known ?? (problem.status === 429 ? 1000 : undefined);
  if (wait !== undefined) headers.set('retry-after', String(Math.max(1, Math.ceil(wait / 1000))));
  if (problem.status === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

/** Answers any thrown error as problem details. @param report gets errors that are not meant for the client. */
export function answerErrors(report: (error: unknown) => void, server?: ServerName): ErrorHandler {
  return (error) => {
    if (!(error instanceof ProblemError)) report(error);
    return problemResponse(error, server);
  };
}

export const answerNotFound: NotFoundHandler = () =>
  problemResponse(new ProblemError(404, 'not-found', 'There is nothing at this address.'));
