import type { Handler } from 'hono';
import type { StaticAssets } from './edge-env.ts';

/**
 * Answers with the page; its other files never come by here, since the platform serves them itself.
 *
 * `Server-Timing` is the one header of its own answer that the page's scripts can read: so it knows that the API of its origin takes
 * shares without a token.
 */
export function servePage(assets: StaticAssets): Handler {
  return async (c) => {
    const { status, headers, body } = await assets.fetch(c.req.raw);
    // What another service answered cannot be changed, so it is written anew.
    const own = new Headers(headers);
    own.set('server-timing', 'atip-edge');
    return new Response(body, { status, headers: own });
  };
}
