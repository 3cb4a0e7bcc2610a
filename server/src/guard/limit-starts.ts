import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../clock.ts';
import { ProblemError } from '../http/problem.ts';
import { createBucket } from './create-bucket.ts';

/** Far beyond what a person or an agent does, and below what keeps a machine busy with nothing but refusing. */
const BURST = 1000;
const PER_SECOND = 200;

/** The routes that start processes, or can: a call, a discovery, a tool's commands, a message of an MCP client. */
const STARTS = /^\/api\/v1\/(?:calls|discoveries|mcp|tools\/[^/]+\/commands)$/;

/**
 * Answers 429 `rate-limited` to whoever starts too much. There is one token, so there is one bucket.
 *
 * It stands behind the token, so that nobody else can use it up.
 */
export function limitStarts(clock: Clock): MiddlewareHandler {
  const bucket = createBucket(clock, BURST, PER_SECOND);
  return async (c, next) => {
    if (c.req.method === 'POST' && STARTS.test(c.req.path)) {
      const wait = bucket.take();
      if (wait !== undefined) {
        const detail = `More than ${PER_SECOND} requests a second start something. Send fewer.`;
        throw new ProblemError(429, 'rate-limited', detail, { retryAfter: wait });
      }
    }
    await next();
  };
}
