import { type Handler, Hono, type MiddlewareHandler } from 'hono';
import { answerErrors, answerNotFound } from '../http/problem.ts';
import { allowFraming, setSecurityHeaders } from '../http/security-headers.ts';
import { createPortableApp } from '../routes/portable-app.ts';
import { portableOpenApi } from '../routes/portable.ts';
import type { EdgeEnv, StaticAssets } from './edge-env.ts';
import { createKvShareStore } from './kv-share-store.ts';
import { limitWrites, refuseForeignWrites } from './limit-writes.ts';

/** What the application at the edge is built over. */
export interface EdgePorts {
  readonly env: EdgeEnv;
  readonly version: string;
  /** Gets what went wrong inside, which the client is not told. */
  readonly report: (error: unknown) => void;
}

/**
 * Builds the portable app for whoever comes: the playground, its stateless API, and shares in KV. Nothing here runs a command.
 *
 * The order of the chain is its security: headers on whatever comes out, then who may read the answer, then who may write and how
 * often, then the routes.
 */
export function createEdgeApp({ env, version, report }: EdgePorts): Hono {
  const shares = createKvShareStore(env.SHARES, report);
  const openApi = portableOpenApi(version);
  return new Hono()
    .onError(answerErrors(report, 'atip-edge'))
    .notFound(answerNotFound)
    .use(edgeHeaders())
    .use(openCors())
    .use('/api/v1/shares/*', refuseForeignWrites())
    .use('/api/v1/shares/*', limitWrites(env.WRITES))
    .get('/', servePage(env.ASSETS))
    .route('/', createPortableApp({ name: 'atip-edge', version, shares, openApi, report }));
}

/**
 * Sets the security headers on every response, refusals and errors included.
 *
 * Only the read-only view may stand in a frame of another site. The page shows that view, and nothing else, when its address has
 * `?embed`: both look at the same parameter of the same address.
 */
function edgeHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    setSecurityHeaders(c.res.headers);
    const { pathname, searchParams } = new URL(c.req.url);
    if (pathname === '/' && searchParams.has('embed')) allowFraming(c.res.headers);
  };
}

/** What depends on the request alone, and what is public by its address; nothing that stores, deletes or lists. */
const OPEN = /^\/(?:api\/v1\/(?:validate|compile|prompt|filter|health|openapi\.json)|s\/[^/]+\/[^/]+|registry\/.+)$/;

/** Seconds for which a browser need not ask again: a day, which is more than any of them keeps to. */
const MAX_AGE = '86400';

/**
 * Lets every page read the answers of the addresses above, refusals included, and answers the browser's question beforehand.
 *
 * Nothing there knows who asks: there are no cookies and no tokens, so that there is nobody's name to act in.
 */
function openCors(): MiddlewareHandler {
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

/**
 * Answers with the page; its other files never come by here, since the platform serves them itself.
 *
 * `Server-Timing` is the one header of its own answer that the page's scripts can read: so it knows that the API of its origin takes
 * shares without a token.
 */
function servePage(assets: StaticAssets): Handler {
  return async (c) => {
    const { status, headers, body } = await assets.fetch(c.req.raw);
    // What another service answered cannot be changed, so it is written anew.
    const own = new Headers(headers);
    own.set('server-timing', 'atip-edge');
    return new Response(body, { status, headers: own });
  };
}
