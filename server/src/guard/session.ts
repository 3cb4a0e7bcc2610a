import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../http/problem.ts';
import { createAttempts } from './throttle.ts';

export interface Secrets {
  /** For the short-lived link: at least 128 bits, fit for a URL fragment. */
  code(): string;
  /** For the `Authorization` header: at least 256 bits, one word. */
  token(): string;
}

/** Ms. */
const CODE_LIFETIME = 60_000;
/** Wrong tries within `TRIES_WINDOW` ms that get their own answer; further ones are throttled. */
const CODE_TRIES = 3;
const TOKEN_TRIES = 20;
const TRIES_WINDOW = 10_000;

const USED =
  'This link was used, or is older than a minute. Run atip serve --new-link, and open the link that it prints.';
const GUESSED =
  'Too many wrong codes were tried just now. Wait ten seconds, or open a new link: run atip serve --new-link.';
const NO_TOKEN =
  'Send the token as "Authorization: Bearer …". The companion gives it in exchange for the code in the link.';
const WRONG_TOKENS = 'Too many wrong tokens were sent just now. The right one still works.';

interface LiveCode {
  readonly code: string;
  readonly spend: () => void;
}

/**
 * Decides who may use the API: a person to whom the companion showed a link, and who exchanged its code for the token.
 * It has one token for the life of the companion. A code works once, for 60 s. Three wrong tries in 10 s are answered,
 * further ones throttled. They do not end the code; otherwise any local user could lock its owner out. Wrong tokens are
 * throttled after twenty.
 */
export function createSession(secrets: Secrets) {
  const token = secrets.token();
  let current: LiveCode | undefined;
  const wrongCodes = createAttempts(CODE_TRIES, TRIES_WINDOW);
  const wrongTokens = createAttempts(TOKEN_TRIES, TRIES_WINDOW);
  const issue = (onSpent: (() => void) | undefined): LiveCode => {
    const spend = (): void => {
      clearTimeout(timer);
      if (current === live) current = undefined;
      onSpent?.();
    };
    const live: LiveCode = { code: secrets.code(), spend };
    const timer = setTimeout(spend, CODE_LIFETIME);
    return live;
  };
  const isToken = (authorization = ''): boolean => isSameSecret(authorization, `Bearer ${token}`);
  return {
    /** Makes a new code, which ends the previous one. @param onSpent called once when the code stops working, for any reason. */
    issueCode(onSpent?: () => void): string {
      current?.spend();
      current = issue(onSpent);
      return current.code;
    },
    /** The token for the live code. @throws ProblemError 401 `code-refused`; 429 `too-many-codes` */
    exchange(code: string): string {
      if (current !== undefined && isSameSecret(code, current.code)) {
        current.spend();
        return token;
      }
      const retryAfter = wrongCodes.fail();
      if (retryAfter === undefined) throw new ProblemError(401, 'code-refused', USED);
      throw new ProblemError(429, 'too-many-codes', GUESSED, { retryAfter });
    },
    /** @throws ProblemError 401 `token-required`; 429 `too-many-attempts` when wrong tokens come too fast */
    authorise(authorization: string | undefined): void {
      if (isToken(authorization)) return;
      const retryAfter = authorization === undefined ? undefined : wrongTokens.fail();
      if (retryAfter === undefined) throw new ProblemError(401, 'token-required', NO_TOKEN);
      throw new ProblemError(429, 'too-many-attempts', WRONG_TOKENS, { retryAfter });
    },
    /** True when `authorise` would accept it. A wrong one does not count as a try. */
    isToken,
    /** From now on no code works until the next one is issued; the token stays valid. */
    revokeCode: (): void => current?.spend(),
  };
}

export type Session = ReturnType<typeof createSession>;

/** Takes as long for a wrong secret as for the right one. The length of the secret is public. */
function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function requireToken(session: Session): MiddlewareHandler {
  return async (c, next) => {
    session.authorise(c.req.header('authorization'));
    await next();
  };
}
