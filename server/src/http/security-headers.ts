import type { MiddlewareHandler } from 'hono';

/** Monaco writes style elements and attributes, hence `unsafe-inline` for styles; scripts do not need it. */
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

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // A page that opened ours in a window keeps no handle on it.
  'cross-origin-opener-policy': 'same-origin',
  // For browsers without frame-ancestors: a hostile frame around our page could steal a click on "approve".
  'x-frame-options': 'DENY',
};

/** Sets the headers of every response; a response that does not say how long it may be cached is not cached. */
export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/** Lets other sites frame an answer: only for views where nothing can be approved or changed. */
export function allowFraming(headers: Headers): void {
  headers.set(
    'content-security-policy',
    CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *'),
  );
  headers.delete('x-frame-options');
}

export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  setSecurityHeaders(c.res.headers);
};
