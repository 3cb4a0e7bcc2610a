import type { MiddlewareHandler } from 'hono';
import type { RouteSpec } from '../openapi/route-spec.ts';
import { ProblemError, problemResponse } from './problem.ts';

/**
 * Answers 405 to a method that a known address does not have, and names those it has in `Allow`.
 *
 * To be put behind the routes, so that it is asked only when none of them answered.
 */
export function methodNotAllowed(routes: readonly RouteSpec[]): MiddlewareHandler {
  const patterns = [...new Set(routes.map(({ path }) => path))].map((path) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
    allow: methodsAt(path, routes).join(', '),
  }));
  return async (c, next) => {
    const known = patterns.find(({ pattern }) => pattern.test(c.req.path));
    if (known === undefined) return next();
    const { problem } = new ProblemError(405, 'method-not-allowed', `This address takes ${known.allow} only.`);
    const response = problemResponse(problem);
    response.headers.set('allow', known.allow);
    return response;
  };
}

/** A server that answers GET answers HEAD. */
function methodsAt(path: string, routes: readonly RouteSpec[]): readonly string[] {
  const own = routes.filter((route) => route.path === path).map(({ method }) => method.toUpperCase());
  return own.includes('GET') ? ['GET', 'HEAD', ...own.filter((method) => method !== 'GET')] : own;
}
