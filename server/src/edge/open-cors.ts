import type { MiddlewareHandler } from 'hono';

/** What depends on the request alone, and what is public by its address; nothing that stores, deletes or lists. */
const OPEN = /^\/(?:api\/v1\/(?:validate|compile|prompt|filter|health|openapi\.json)|s\/[^/]+\/[^/]+|registry\/.+)$/;

/** Seconds for which a browser need not ask again: a day, which is more than any of them keeps to. */
const MAX_AGE = '86400';

/**
 * Lets every page read the answers of the addresses above, refusals included, and answers the browser's question beforehand.
 *
 * Nothing there knows who asks: there are no cookies and no tokens, so that there is nobody's name to act in.
 */
export function openCors(): MiddlewareHandler {
  return async (c, next) => {
    if (!OPEN.test(c.req.path)) return next();
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      return c.body(null, 204, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': 'content-type, if-none-match',
        'access-control-max-age': MAX_AGE,
      });
    }
    await next();
    c.res.headers.set('access-control-allow-origin', '*');
    c.res.headers.set('access-control-expose-headers', 'etag, retry-after');
    return undefined;
  };
}
