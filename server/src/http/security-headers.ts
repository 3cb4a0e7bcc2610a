import type { MiddlewareHandler } from 'hono';

/** Monaco writes style elements and attributes, hence `unsafe-inline` for styles; nothing needs it for scripts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // A page that opened ours in a window keeps no handle on it.
  'cross-origin-opener-policy': 'same-origin',
  // For browsers that do not know frame-ancestors: a framed page would let a click on "approve" be stolen.
  'x-frame-options': 'DENY',
};

export function securityHeaderValues(): Readonly<Record<string, string>> {
  return HEADERS;
}

/** Sets what every response carries; one that does not say how long it may be kept is not kept at all. */
export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/** Lets pages of other sites show an answer in a frame: only for what can neither be approved nor changed there. */
export function allowFraming(headers: Headers): void {
  headers.set(
    'content-security-policy',
    CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *'),
  );
  headers.delete('x-frame-options');
}

export function securityHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    setSecurityHeaders(c.res.headers);
  };
}
