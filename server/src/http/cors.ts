import type { Context, MiddlewareHandler } from 'hono';

/** Values of the headers `Access-Control-…`. */
interface Shared {
  readonly methods: string;
  readonly headers: string;
  readonly exposed: string;
  /** Seconds for which a browser need not ask again. */
  readonly maxAge: string;
}

/** Lets pages read the answers to requests for which `allowed` gives an origin. */
export function cors(allowed: (c: Context) => string | undefined, shared: Shared): MiddlewareHandler {
  return async (c, next) => {
    const origin = allowed(c);
    if (origin === undefined) return next();
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      return c.body(null, 204, {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': shared.methods,
        'access-control-allow-headers': shared.headers,
        'access-control-max-age': shared.maxAge,
      });
    }
    await next();
    c.res.headers.set('access-control-allow-origin', origin);
    c.res.headers.set('access-control-expose-headers', shared.exposed);
    return undefined;
  };
}
