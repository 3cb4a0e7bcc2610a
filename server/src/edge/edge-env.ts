/** What the Worker asks of its platform: as much of each interface as it uses, so that no package of types is needed. */

/** A namespace of Workers KV. Reads may be up to a minute behind writes that were made elsewhere. */
export interface KvNamespace {
  getWithMetadata(
    key: string,
    type: 'text',
  ): Promise<{
    readonly value: string | null /** What `put` was given, of whatever form. */;
    readonly metadata: unknown;
  }>;
  put(
    key: string,
    value: string,
    options: { readonly metadata: object /** Seconds, at least 60. */; readonly expirationTtl?: number },
  ): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The built page, as the platform serves it. */
export interface StaticAssets {
  fetch(request: Request): Promise<Response>;
}

/** A rate limit that the platform counts, for one of its locations. */
export interface RateLimit {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

/** What `wrangler.jsonc` binds. */
export interface EdgeEnv {
  readonly SHARES: KvNamespace;
  readonly ASSETS: StaticAssets;
  readonly WRITES: RateLimit;
}
