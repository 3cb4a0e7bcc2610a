import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../http/problem.ts';
import type { Allowed } from './allowed-hosts.ts';

/** The parts of a request that the guard reads; header values as the client sent them. */
export interface GuardedRequest {
  readonly method: string;
  /** Absolute; an absolute-form request line can name a host here that no `Host` header shows. */
  readonly url: string;
  /** The decoded path, as the routes see it: `/%61pi` leads where `/api` does. */
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`; scripts can forge neither it nor the two below. */
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  readonly fetchDest: string | undefined;
}

interface Refusal {
  readonly code: 'host-not-allowed' | 'origin-not-allowed' | 'cross-site';
  readonly detail: string;
}

/**
 * Decides whether a request comes from the companion's own page, from an address bar, or from a program on this machine.
 * The companion runs commands, so no other page may reach a route: not by DNS rebinding (host), not cross-origin
 * (origin, fetch site), not from another port. Another page can only link to the companion's page. Named origins may use only
 * the API.
 * @returns the reason of a refusal; undefined when the request may pass.
 */
export function checkRequest(request: GuardedRequest, allowed: Allowed): Refusal | undefined {
  const isNamed = isNamedPage(request, allowed);
  return checkHost(request, allowed) ?? (isNamed ? undefined : (checkOrigin(request) ?? checkFetchSite(request)));
}

/** True for a script of a named origin. Browsers omit `Origin` only on a plain same-site GET, which this never is. */
function isNamedPage({ origin, path }: GuardedRequest, { origins }: Allowed): boolean {
  return origin !== undefined && origins.includes(origin) && isApiPath(path);
}

function checkHost({ host, url }: GuardedRequest, { hosts }: Allowed): Refusal | undefined {
  // The URL parser leaves out the port that http has by default, as browsers do in `Host`.
  if (host !== undefined && hosts.includes(host.toLowerCase()) && hosts.includes(new URL(url).host)) return undefined;
  return { code: 'host-not-allowed', detail: `The companion answers only requests for http://${hosts[0]}.` };
}

function checkOrigin({ origin, host }: GuardedRequest): Refusal | undefined {
  if (origin === undefined || origin === `http://${host?.toLowerCase()}`) return undefined;
  const detail = "Only the companion's own page may send requests from a browser; --allow-origin allows another.";
  return { code: 'origin-not-allowed', detail };
}

function checkFetchSite(request: GuardedRequest): Refusal | undefined {
  const { fetchSite, method, path } = request;
  if (fetchSite === undefined || fetchSite === 'same-origin' || opensPage(request)) return undefined;
  // A person typed the address, or opened it from outside the browser.
  if (fetchSite === 'none' && (method === 'GET' || method === 'HEAD') && !isApiPath(path)) return undefined;
  return {
    code: 'cross-site',
    detail: 'Another site led here. Copy the address into the address bar instead of following a link.',
  };
}

/** The page itself, and the link of a share, which leads there: links are made for sending. */
const PAGE_PATH = /^\/(?:s\/[A-Za-z0-9_-]{22})?$/;

/** True when a browser opens the page in a window: the answer holds no secret, and its opener cannot read it. */
function opensPage({ method, url, fetchMode, fetchDest }: GuardedRequest): boolean {
  const { pathname, search } = new URL(url);
  const isPage = PAGE_PATH.test(pathname) && search === '';
  return method === 'GET' && isPage && fetchMode === 'navigate' && fetchDest === 'document';
}

/** True for a path of the API, which requires a token, and not of the page. */
export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

export function guard(allowed: () => Allowed): MiddlewareHandler {
  return async (c, next) => {
    const refusal = checkRequest(
      {
        method: c.req.method,
        url: c.req.url,
        path: c.req.path,
        host: c.req.header('host'),
        origin: c.req.header('origin'),
        fetchSite: c.req.header('sec-fetch-site'),
        fetchMode: c.req.header('sec-fetch-mode'),
        fetchDest: c.req.header('sec-fetch-dest'),
      },
      allowed(),
    );
    if (refusal) throw new ProblemError(403, refusal.code, refusal.detail);
    await next();
  };
}

const METHODS = 'GET, POST, DELETE';
const REQUEST_HEADERS = 'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id';
const EXPOSED_HEADERS = 'mcp-session-id, retry-after';
/** Seconds for which a browser need not ask again. */
const MAX_AGE = '600';

/** Marks every answer of the API as dependent on the origin, so that no cache gives one page's answer to another. */
export function varyByOrigin(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (isApiPath(c.req.path)) c.res.headers.append('vary', 'Origin');
  };
}

/** Lets named origins read the API's answers. They still need the token, as a header. */
export function cors(allowed: () => Allowed): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin');
    if (origin === undefined || !allowed().origins.includes(origin) || !isApiPath(c.req.path)) return next();
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      const isPrivate = c.req.header('access-control-request-private-network') === 'true';
      if (isPrivate) c.header('access-control-allow-private-network', 'true');
      return c.body(null, 204, {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE,
      });
    }
    await next();
    c.res.headers.set('access-control-allow-origin', origin);
    c.res.headers.set('access-control-expose-headers', EXPOSED_HEADERS);
    return undefined;
  };
}
