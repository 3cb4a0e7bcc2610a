import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../http/problem.ts';
import type { RateLimit } from './edge-env.ts';

/** Whether a method asks for a change. */
function changesSomething(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/**
 * Refuses with 403 `cross-site` what the script of another site sends in a visitor's name: it would use up the visitor's writes, and
 * what it stored would come from the visitor's address.
 *
 * A program says neither where it comes from nor that it is a browser, and passes.
 */
export function refuseForeignWrites(): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isForeign =
      (origin !== undefined && origin !== new URL(c.req.url).origin) || (site !== undefined && site !== 'same-origin');
    if (isForeign && changesSomething(c.req.method)) {
      throw new ProblemError(403, 'cross-site', "Only this site's own page, and programs, may store or delete shares.");
    }
    await next();
  };
}

/** Ms after which the platform's count begins anew. */
const PLATFORM_PERIOD = 60_000;

/**
 * Answers 429 `rate-limited` to an address that writes too much; guesses at delete tokens count too.
 *
 * It stands before the body is read. Without the binding every write fails, so that a deployment that forgot it is noticed.
 * @param platform counts for all isolates of one location.
 */
export function limitWrites(platform: RateLimit): MiddlewareHandler {
  return async (c, next) => {
    if (changesSomething(c.req.method)) {
      // The platform sets the header on every request, and over whatever a client sent.
      const key = addressKey(c.req.header('cf-connecting-ip'));
      if (!(await platform.limit({ key })).success) {
        const detail = 'Too many shares were stored or deleted from this address. Wait, and send fewer.';
        throw new ProblemError(429, 'rate-limited', detail, { retryAfter: PLATFORM_PERIOD });
      }
    }
    await next();
  };
}

/** Of the 128 bits of an IPv6 address, those that a provider gives to one household: it chooses the 72 others itself. */
const NETWORK_BITS = 56;

/**
 * The key by which the writes of one client are counted: an IPv4 address as it is, also where it is mapped into IPv6, and of an
 * IPv6 address the first 56 bits.
 *
 * `2001:db8:0:1::7` → `2001:db8:0:0`; `::ffff:192.0.2.1`, `::ffff:c000:201` → `192.0.2.1`.
 * @param address as the platform states it; absent, or no address: all such clients are one.
 */
export function addressKey(address = ''): string {
  if (isIpv4(address)) return address;
  if (!/^[\da-f:.]+$/i.test(address) || !URL.canParse(`http://[${address}]`)) return 'unknown';
  // The parser writes groups in lower case without zeros before them, an IPv4 end as two groups, and `::` once.
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

/** @param at which group of 16 bits. */
function keepNetwork(group: number, at: number): string {
  const dropped = Math.min(16, Math.max(0, 16 * (at + 1) - NETWORK_BITS));
  return ((group >> dropped) << dropped).toString(16);
}
