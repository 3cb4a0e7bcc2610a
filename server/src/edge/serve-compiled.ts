import type { Context, MiddlewareHandler } from 'hono';
import type { CompiledCache } from './cache-compiled.ts';
import { holdsTag } from '../http/holds-tag.ts';

/**
 * Answers `GET /s/:id/PROVIDER.json` from the cache before the store, also when a client only asks whether it has changed.
 * @param load answers from the store; it is never asked conditionally, so that what it says can be kept.
 * @param report gets what went wrong with keeping a copy, of which the client notices nothing.
 */
export function serveCompiled(
  cache: CompiledCache,
  load: (request: Request) => Promise<Response>,
  report: (error: unknown) => void,
): MiddlewareHandler {
  return async (c) => {
    const { origin } = new URL(c.req.url);
    const kept = await cache.find(origin, c.req.path);
    if (kept !== undefined) return answer(c, kept);
    const loaded = await load(new Request(c.req.url));
    c.executionCtx.waitUntil(cache.keep(origin, c.req.path, loaded.clone()).catch(report));
    return answer(c, loaded);
  };
}

function answer(c: Context, response: Response): Response {
  const isHeld = response.status === 200 && holdsTag(c.req.header('if-none-match'), response.headers.get('etag'));
  if (!isHeld) return response;
  const headers = new Headers(response.headers);
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

/** Drops a share's copies once it is deleted. */
export function dropDeleted(cache: CompiledCache): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const id = c.req.param('id');
    if (c.req.method === 'DELETE' && c.res.status === 204 && id !== undefined) {
      await cache.drop(new URL(c.req.url).origin, id);
    }
  };
}
