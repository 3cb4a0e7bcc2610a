import type { MiddlewareHandler } from 'hono';

/** Has no cache keep an answer that does not say how long it may be kept: a share that is not there may be in a moment. */
export function noStore(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  };
}
