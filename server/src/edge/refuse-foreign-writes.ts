import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../http/problem.ts';

/** Whether a method asks for a change. */
export function changesSomething(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/**
 * Refuses with 403 `cross-site` what the script of another site sends in a visitor's name: it would use up the visitor's writes, and
 * what it stored would come from the visitor's address.
 *
 * A program says neither where it comes from nor that it is a browser, and passes.
 */
export function refuseForeignWrites(): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isForeign =
      (origin !== undefined && origin !== new URL(c.req.url).origin) || (site !== undefined && site !== 'same-origin');
    if (isForeign && changesSomething(c.req.method)) {
      throw new ProblemError(403, 'cross-site', "Only this site's own page, and programs, may store or delete shares.");
    }
    await next();
  };
}
