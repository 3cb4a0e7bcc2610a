import { PROVIDERS } from '@atip/core';
import { isShareId } from '../portable/share-id.ts';
import type { EdgeCache } from './edge-env.ts';

/** Seconds for which a location of the platform answers without asking KV: as long as a deletion may take to be seen there. */
const LIFE = 300;

/** Ms since 1970 at which a copy was made. */
const MADE = 'atip-cached-at';
/** The `Cache-Control` of the client's copy, from that moment; the copy's own is `LIFE`. */
const LASTS = 'atip-client-seconds';

/** Compiled shares, as one location of the platform keeps them. */
export interface CompiledCache {
  /** @param path of the request, decoded. @returns undefined when there is no copy, or the share ended since. */
  find(origin: string, path: string): Promise<Response | undefined>;
  /** Keeps a copy of an answer that says for how long it may be kept; of any other answer none. */
  keep(origin: string, path: string, response: Response): Promise<void>;
  /** Drops every copy of a share, here only; elsewhere they go within five minutes. */
  drop(origin: string, id: string): Promise<void>;
}

/**
 * Keeps answers of `/s/:id/PROVIDER.json` before KV, so that an address that is asked for often costs no read.
 *
 * Limits: 200 alone is kept, for 300 s and never beyond the end of its share. The query is no part of the address: nobody can go past
 * the copies with one, or fill the cache.
 * @param now ms since 1970.
 */
export function createCompiledCache(cache: EdgeCache, now: () => number): CompiledCache {
  return {
    async find(origin, path) {
      const copy = isCompiledPath(path) ? await cache.match(origin + path) : undefined;
      const age = (now() - Number(copy?.headers.get(MADE))) / 1000;
      const left = Math.floor(Number(copy?.headers.get(LASTS)) - age);
      // A clock that went back makes no copy younger than it is.
      if (copy === undefined || age < 0 || age > LIFE || !(left > 0)) return undefined;
      return withHeaders(copy, { 'cache-control': `public, max-age=${left}, immutable` }, [MADE, LASTS]);
    },
    async keep(origin, path, response) {
      const [, seconds] = /\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? [];
      if (response.status !== 200 || seconds === undefined || seconds === '0' || !isCompiledPath(path)) return;
      const life = Math.min(LIFE, Number(seconds));
      const own = { 'cache-control': `public, max-age=${life}`, [MADE]: String(now()), [LASTS]: seconds };
      await cache.put(origin + path, withHeaders(response, own));
    },
    async drop(origin, id) {
      await Promise.all(PROVIDERS.map((provider) => cache.delete(`${origin}/s/${id}/${provider}.json`)));
    },
  };
}

/** Only what can be there is looked for and kept, in the one form of its address. */
function isCompiledPath(path: string): boolean {
  const [, id = '', file = ''] = /^\/s\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return isShareId(id) && PROVIDERS.some((provider) => file === `${provider}.json`);
}

function withHeaders(
  { status, headers, body }: Response,
  set: Readonly<Record<string, string>>,
  remove: readonly string[] = [],
): Response {
  const own = new Headers(headers);
  for (const name of remove) own.delete(name);
  for (const [name, value] of Object.entries(set)) own.set(name, value);
  return new Response(body, { status, headers: own });
}
