/** The parts of the platform's interfaces that the Worker uses, so that it needs no package of types. */

/** A namespace of Workers KV. Reads may lag up to a minute behind writes made elsewhere. */
export interface KvNamespace {
  getWithMetadata(
    key: string,
    type: 'text',
  ): Promise<{
    readonly value: string | null /** As given to `put`; any shape. */;
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

/** A rate limit that the platform counts for each of its locations. */
export interface RateLimit {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

/** Bindings of `wrangler.jsonc`. */
export interface EdgeEnv {
  readonly SHARES: KvNamespace;
  readonly ASSETS: StaticAssets;
  readonly WRITES: RateLimit;
}
