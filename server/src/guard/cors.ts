import type { MiddlewareHandler } from 'hono';
import type { Allowed } from '../ports.ts';
import { isApiPath } from './guard.ts';

const METHODS = 'GET, POST, DELETE';
const REQUEST_HEADERS =
  'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id, atip-delete-token';
const EXPOSED_HEADERS = 'mcp-session-id, retry-after';
/** Seconds for which a browser need not ask again. */
const MAX_AGE = '600';

/** Says on every answer of the API that it depends on who asks, so that no cache gives one page's answer to another. */
export function varyByOrigin(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (isApiPath(c.req.path)) c.res.headers.append('vary', 'Origin');
  };
}

/**
 * Lets the pages of the named origins read the API's answers, and answers the browser's question beforehand.
 *
 * It stands behind the guard, which refuses everybody else: so an origin that comes this far is the companion's own, or named.
 * The token is needed all the same, and only as a header: credentials that a browser adds by itself are never let in.
 */
export function cors(allowed: () => Allowed): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin');
    if (origin === undefined || !allowed().origins.includes(origin) || !isApiPath(c.req.path)) return next();
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      const isPrivate = c.req.header('access-control-request-private-network') === 'true';
      return c.body(null, 204, {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE,
        ...(isPrivate && { 'access-control-allow-private-network': 'true' }),
      });
    }
    await next();
    c.res.headers.set('access-control-allow-origin', origin);
    c.res.headers.set('access-control-expose-headers', EXPOSED_HEADERS);
    return undefined;
  };
}
