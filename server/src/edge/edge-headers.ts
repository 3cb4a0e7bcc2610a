import type { MiddlewareHandler } from 'hono';
import { allowFraming, setSecurityHeaders } from '../http/security-headers.ts';

/**
 * Sets the security headers on every response, refusals and errors included.
 *
 * Only the read-only view may stand in a frame of another site. The page shows that view, and nothing else, when its address has
 * `?embed`: both look at the same parameter of the same address.
 */
export function edgeHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    setSecurityHeaders(c.res.headers);
    const { pathname, searchParams } = new URL(c.req.url);
    if (pathname === '/' && searchParams.has('embed')) allowFraming(c.res.headers);
  };
}
