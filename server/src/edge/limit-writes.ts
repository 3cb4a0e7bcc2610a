import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../http/problem.ts';
import { addressKey } from './address-key.ts';
import type { WriteBuckets } from './create-write-buckets.ts';
import type { RateLimit } from './edge-env.ts';
import { changesSomething } from './refuse-foreign-writes.ts';

/** Ms after which the platform's count begins anew. */
const PLATFORM_PERIOD = 60_000;

/**
 * Answers 429 `rate-limited` to an address that writes too much; guesses at delete tokens count too.
 *
 * The isolate's own count comes first, since asking it costs nothing. It stands before the body is read.
 * @param platform counts for all isolates of one location; absent: nobody does.
 */
export function limitWrites(buckets: WriteBuckets, platform: RateLimit | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (changesSomething(c.req.method)) {
      // The platform sets it on every request, and over whatever a client sent.
      const key = addressKey(c.req.header('cf-connecting-ip'));
      const wait = buckets.take(key);
      if (wait !== undefined) throw tooMany(wait);
      if (platform !== undefined && !(await platform.limit({ key })).success) throw tooMany(PLATFORM_PERIOD);
    }
    await next();
  };
}

function tooMany(retryAfter: number): ProblemError {
  const detail = 'Too many shares were stored or deleted from this address. Wait, and send fewer.';
  return new ProblemError(429, 'rate-limited', detail, { retryAfter });
}
