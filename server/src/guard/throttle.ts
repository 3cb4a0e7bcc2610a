import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../http/problem.ts';

export interface Attempts {
  /** Counts one more failure. @returns undefined when we may answer it; else ms until the next one. */
  fail(): number | undefined;
}

/** @param limit failures answered within `window` ms. Throttled ones do not count, so that an owner's mistake gets its answer. */
export function createAttempts(limit: number, window: number): Attempts {
  let failed: readonly number[] = [];
  return {
    fail() {
      const now = performance.now();
      failed = failed.filter((time) => now - time < window);
      const [oldest] = failed;
      if (oldest !== undefined && failed.length >= limit) return oldest + window - now;
      failed = [...failed, now];
      return undefined;
    },
  };
}

export interface Bucket {
  /** Takes one start. @returns undefined when one was left; else ms until there is one. */
  take(): number | undefined;
}

/** @param burst the initial and maximum number. */
function createBucket(burst: number, perSecond: number): Bucket {
  let left = burst;
  let filledAt = performance.now();
  return {
    take() {
      const now = performance.now();
      left = Math.min(burst, left + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      if (left < 1) return ((1 - left) / perSecond) * 1000;
      left -= 1;
      return undefined;
    },
  };
}

/** Far above what a person or an agent needs, and too low to keep a machine busy with refusals. */
const BURST = 1000;
const PER_SECOND = 200;

/** The routes that can start processes: a call, a line, a discovery, a tool's commands, a message of an MCP client. */
const STARTS = /^\/api\/v1\/(?:calls|lines|discoveries|mcp|tools\/[^/]+\/commands)$/;

/** Answers 429 `rate-limited` to a client that starts too much. It runs behind the token, so that no stranger can use the one bucket up. */
export function limitStarts(): MiddlewareHandler {
  const bucket = createBucket(BURST, PER_SECOND);
  return async (c, next) => {
    if (c.req.method === 'POST' && STARTS.test(c.req.path)) {
      const wait = bucket.take();
      if (wait !== undefined) {
        const detail = `More than ${PER_SECOND} requests a second would start a process. Send fewer.`;
        throw new ProblemError(429, 'rate-limited', detail, { retryAfter: wait });
      }
    }
    await next();
  };
}
