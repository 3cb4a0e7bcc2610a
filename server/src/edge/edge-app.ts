import { type Handler, Hono, type MiddlewareHandler } from 'hono';
import { cors } from '../http/cors.ts';
import { answerErrors, answerNotFound, ProblemError } from '../http/problem.ts';
import { allowFraming, setSecurityHeaders } from '../http/security-headers.ts';
import { createPortableApp } from '../routes/portable-app.ts';
import { portableOpenApi } from '../routes/portable.ts';
import { createKvShareStore, type KvNamespace } from './kv-share-store.ts';

/** The built page, as the platform serves it. */
interface StaticAssets {
  fetch(request: Request): Promise<Response>;
}

/** A rate limit that the platform counts for each of its locations. */
interface RateLimit {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

/** Bindings of `wrangler.jsonc`, with the parts of the platform's interfaces that we use. */
export interface EdgeEnv {
  readonly SHARES: KvNamespace;
  readonly ASSETS: StaticAssets;
  readonly WRITES: RateLimit;
}

/**
 * Builds the portable app for the public: the playground, its stateless API, and shares in KV. It never runs a command.
 * The order of the chain is its security: headers, readers' rights, writers' rights and rates, then the routes.
 */
export function createEdgeApp(env: EdgeEnv, version: string, report: (error: unknown) => void): Hono {
  const shares = createKvShareStore(env.SHARES, report);
  const openApi = portableOpenApi(version);
  return new Hono()
    .onError(answerErrors(report, 'atip-edge'))
    .notFound(answerNotFound)
    .use(edgeHeaders)
    .use(openCors)
    .use('/api/v1/shares/*', refuseForeignWrites)
    .use('/api/v1/shares/*', limitWrites(env.WRITES))
    .get('/', servePage(env.ASSETS))
    .route('/', createPortableApp({ name: 'atip-edge', version, shares, openApi, report }));
}

/** Sets the security headers. Other sites may frame only the read-only view (`?embed`). */
const edgeHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  setSecurityHeaders(c.res.headers);
  const { pathname, searchParams } = new URL(c.req.url);
  if (pathname === '/' && searchParams.has('embed')) allowFraming(c.res.headers);
};

/** Routes that depend only on the request, or have a public address; none stores or lists. */
const OPEN = /^\/(?:api\/v1\/(?:validate|compile|prompt|filter|health|openapi\.json)|s\/[^/]+\/[^/]+)$/;

/** Seconds a browser may cache a preflight: a day, more than any browser allows. */
const MAX_AGE = '86400';

/** Lets every page read these answers, refusals included: without cookies and tokens there is no identity to abuse. */
const openCors = cors((c) => (OPEN.test(c.req.path) ? '*' : undefined), {
  methods: 'GET, HEAD, POST',
  headers: 'content-type, if-none-match',
  exposed: 'etag, retry-after',
  maxAge: MAX_AGE,
});

/** Serves the page. `Server-Timing` tells it that the API of its origin takes shares without a token. */
function servePage(assets: StaticAssets): Handler {
  return async (c) => {
    const { status, headers, body } = await assets.fetch(c.req.raw);
    // The response of another service is immutable, so we copy it.
    const own = new Headers(headers);
    own.set('server-timing', 'atip-edge');
    return new Response(body, { status, headers: own });
  };
}

/** True for a method that asks for a change. */
function changesSomething(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Refuses with 403 writes by scripts of other sites, which would use up the visitor's limit. A program sends no site. */
const refuseForeignWrites: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const isForeign =
    (origin !== undefined && origin !== new URL(c.req.url).origin) || (site !== undefined && site !== 'same-origin');
  if (isForeign && changesSomething(c.req.method)) {
    throw new ProblemError(403, 'cross-site', "Only this site's own page, and programs, may store shares.");
  }
  await next();
};

/** Ms after which the platform's count starts again. */
const PLATFORM_PERIOD = 60_000;

/** Answers 429 before the body is read. Without the binding every write fails. */
function limitWrites(platform: RateLimit): MiddlewareHandler {
  return async (c, next) => {
    if (changesSomething(c.req.method)) {
      // The platform sets the header on every request and overwrites a client's own.
      const key = addressKey(c.req.header('cf-connecting-ip'));
      if (!(await platform.limit({ key })).success) {
        const detail = 'Too many shares were stored from this address. Wait, and send fewer.';
        throw new ProblemError(429, 'rate-limited', detail, { retryAfter: PLATFORM_PERIOD });
      }
    }
    await next();
  };
}

/** Bits of an IPv6 address that identify a household; the household chooses the other 72 itself. */
const NETWORK_BITS = 56;

/**
 * The key for counting a client's writes: an IPv4 address, also mapped into IPv6; of an IPv6 address the first 56 bits.
 * Shape: `2001:db8:0:1::7` → `2001:db8:0:0`; `::ffff:192.0.2.1` → `192.0.2.1`; anything else → `unknown`
 */
export function addressKey(address = ''): string {
  if (isIpv4(address)) return address;
  if (!/^[\da-f:.]+$/i.test(address) || !URL.canParse(`http://[${address}]`)) return 'unknown';
  // The URL parser writes groups in lower case without leading zeros, an IPv4 end as two groups, and `::` once.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array<string>(zeros).fill('0'), ...(last ?? [])].map((group) =>
    Number.parseInt(group, 16),
  );
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return groups.slice(0, 4).map(keepNetwork).join(':');
}

function isIpv4(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((byte) => Number(byte) <= 255);
}

/** @param at index of a group of 16 bits. */
function keepNetwork(group: number, at: number): string {
  const dropped = Math.min(16, Math.max(0, 16 * (at + 1) - NETWORK_BITS));
  return ((group >> dropped) << dropped).toString(16);
}

/** Describes an error by its kind and frames. Its message may quote a share's address, and the address is enough to read the share. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `Something was thrown that is no error: ${typeof error}`;
  // In the stack the message comes before the frames, and may look like one.
  const stack = (error.stack ?? '').replace(error.message, '');
  const frames = stack.split('\n').filter((line) => /^\s+at [\w$.<> ]*\(?[\w./:-]+:\d+:\d+\)?$/.test(line));
  const cause = error.cause === undefined ? [] : [`caused by ${describeError(error.cause)}`];
  return [/^\w{1,40}$/.test(error.name) ? error.name : 'Error', ...frames, ...cause].join('\n');
}
