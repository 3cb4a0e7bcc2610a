import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { cors } from '../http/cors.ts';
import { ProblemError } from '../http/problem.ts';
import type { Allowed } from './allowed-hosts.ts';

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
export function checkRequest(request: HonoRequest, allowed: Allowed): Refusal | undefined {
  const isNamed = isNamedPage(request, allowed);
  return checkHost(request, allowed) ?? (isNamed ? undefined : (checkOrigin(request) ?? checkFetchSite(request)));
}

/** True for a script of a named origin. Browsers omit `Origin` only on a plain same-site GET, which this never is. */
function isNamedPage(request: HonoRequest, { origins }: Allowed): boolean {
  const origin = request.header('origin');
  return origin !== undefined && origins.includes(origin) && isApiPath(request.path);
}

function checkHost(request: HonoRequest, { hosts }: Allowed): Refusal | undefined {
  const { url } = request;
  const host = request.header('host')?.toLowerCase() ?? '';
  // An absolute-form request line can name a host that no header shows. The URL parser leaves out the port that http has by
  // default, as browsers do in `Host`.
  if (hosts.includes(host) && hosts.includes(new URL(url).host)) return undefined;
  const shown = hosts.filter((one, at) => at === 0 || one.startsWith('localhost')).map((one) => `http://${one}`);
  return { code: 'host-not-allowed', detail: `The companion answers only requests for ${shown.join(' or ')}.` };
}

function checkOrigin(request: HonoRequest): Refusal | undefined {
  const origin = request.header('origin');
  if (origin === undefined || origin === `http://${request.header('host')?.toLowerCase()}`) return undefined;
  const detail = "Only the companion's own page may send requests from a browser; --allow-origin allows another.";
  return { code: 'origin-not-allowed', detail };
}

/** Scripts can forge no header whose name begins with `Sec-`. */
function checkFetchSite(request: HonoRequest): Refusal | undefined {
  const { method, path } = request;
  const fetchSite = request.header('sec-fetch-site');
  if (fetchSite === undefined || fetchSite === 'same-origin' || opensPage(request)) return undefined;
  // A person typed the address, or opened it from outside the browser.
  if (fetchSite === 'none' && (method === 'GET' || method === 'HEAD') && !isApiPath(path)) return undefined;
  return {
    code: 'cross-site',
    detail: 'A link on another site opened this. Copy the address into the address bar instead of following a link.',
  };
}

/** The page itself, and the link of a share, which leads there: links are made for sending. */
const PAGE_PATH = /^\/(?:s\/[A-Za-z0-9_-]{22})?$/;

/** True when a browser opens the page in a window: the answer holds no secret, and its opener cannot read it. */
function opensPage(request: HonoRequest): boolean {
  const { pathname, search } = new URL(request.url);
  const isPage = request.method === 'GET' && PAGE_PATH.test(pathname) && search === '';
  return isPage && request.header('sec-fetch-mode') === 'navigate' && request.header('sec-fetch-dest') === 'document';
}

/** True for a path of the API, which requires a token, and not of the page. The path is decoded: `/%61pi` leads where `/api` does. */
export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

export function guard(allowed: () => Allowed): MiddlewareHandler {
  return async (c, next) => {
    const refusal = checkRequest(c.req, allowed());
    if (refusal) throw new ProblemError(403, refusal.code, refusal.detail);
    await next();
  };
}

/** Marks every answer of the API as dependent on the origin, so that no cache gives one page's answer to another. */
export const varyByOrigin: MiddlewareHandler = async (c, next) => {
  await next();
  if (isApiPath(c.req.path)) c.res.headers.append('vary', 'Origin');
};

/** Lets named origins read the API's answers. They still need the token, as a header. */
export function letNamedOriginsRead(allowed: () => Allowed): MiddlewareHandler {
  const namedOrigin = (c: Context): string | undefined => {
    if (!isNamedPage(c.req, allowed())) return undefined;
    const isPrivate = c.req.header('access-control-request-private-network') === 'true';
    if (isPrivate && c.req.method === 'OPTIONS') c.header('access-control-allow-private-network', 'true');
    return c.req.header('origin');
  };
  return cors(namedOrigin, {
    methods: 'GET, POST, DELETE',
    headers: 'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id',
    exposed: 'mcp-session-id, retry-after',
    maxAge: '600',
  });
}
