import { ProblemError } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { object, text } from '../http/schema.ts';
import type { CompanionPorts } from '../ports.ts';

export const openSession = route(
  {
    operationId: 'openSession',
    method: 'post',
    path: '/api/v1/session',
    summary: "Exchanges a link's code, once, for the token of every other route",
    tag: 'companion',
    open: true,
    body: object('SessionRequest', {
      code: text({ description: 'What follows #k= in the link that the companion printed.' }),
    }),
    answer: { kind: 'json', status: 200, schema: object('SessionAnswer', { token: text() }) },
    problems: { 401: ['code-refused'], 429: ['too-many-codes'] },
  },
  ({ body }, { session }: CompanionPorts) => {
    const exchange = session.exchange(body.code);
    if (exchange.kind === 'opened') return { token: exchange.token };
    if (exchange.kind === 'throttled') {
      const detail =
        'Too many wrong codes were tried just now. Wait ten seconds, or open a new link: press Enter where the companion runs.';
      throw new ProblemError(429, 'too-many-codes', detail, { retryAfter: exchange.retryAfter });
    }
    throw new ProblemError(
      401,
      'code-refused',
      'This link was used, or is older than a minute. Press Enter where the companion runs, and open the new link.',
    );
  },
);
