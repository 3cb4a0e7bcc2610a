import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Clock } from './clock.ts';
import { ProblemError } from './problem.ts';

/** Unguessable values; each call gives a new one. */
export interface Secrets {
  /** For the link, short-lived: at least 128 bits, fit for a URL fragment. */
  code(): string;
  /** For the `Authorization` header: at least 256 bits, one word. */
  token(): string;
}

/** Who may use the API: whoever was shown a link by the companion, and turned its code into the token. */
export interface Session {
  /** A new code; the one before it stops working. */
  issueCode(): string;
  /** @returns the token for the current code; null for every other one. */
  exchange(code: string): string | null;
  /** @param authorization the header's value. */
  isAuthorised(authorization: string | undefined): boolean;
}

/** Ms. */
const CODE_LIFETIME = 60_000;
const CODE_TRIES = 3;

/**
 * Starts a session with one token for the life of the companion.
 *
 * A code works once, for 60 s, and dies at the third wrong guess.
 */
export function createSession(clock: Clock, secrets: Secrets): Session {
  const token = secrets.token();
  let current: { readonly code: string; readonly until: number; tries: number } | undefined;
  return {
    issueCode() {
      const code = secrets.code();
      current = { code, until: clock.now() + CODE_LIFETIME, tries: CODE_TRIES };
      return code;
    },
    exchange(code) {
      if (current === undefined || clock.now() >= current.until) return null;
      if (isSameSecret(code, current.code)) {
        current = undefined;
        return token;
      }
      current.tries -= 1;
      if (current.tries === 0) current = undefined;
      return null;
    },
    isAuthorised: (authorization) => isSameSecret(authorization ?? '', `Bearer ${token}`),
  };
}

/** Takes equally long wherever the two differ; hashing gives both one length. */
function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Refuses requests without the session's token, with 401. */
export function requireToken(session: Session): MiddlewareHandler {
  return async (c, next) => {
    if (!session.isAuthorised(c.req.header('authorization'))) {
      throw new ProblemError(
        401,
        'token-required',
        'Send the token as "Authorization: Bearer …". The companion gives it for the code in the link it printed.',
      );
    }
    await next();
  };
}
