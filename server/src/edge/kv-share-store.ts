import { ProblemError } from '../http/problem.ts';
import { isTime, type ShareStore, type StoredShare } from '../shares/stored-share.ts';

/** The part that we use of a namespace of Workers KV. Reads may lag up to a minute behind writes made elsewhere. */
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

/** Seconds; the platform accepts no shorter expiry. */
const SHORTEST_LIFE = 60;

/**
 * Keeps shares in Workers KV: the fragment under its id, its end as the `metadata` of KV. KV removes expired shares up to a
 * minute late.
 * @param report gets the platform's error.
 * @returns a store that fails with ProblemError 503 `shares-unavailable`, and 429 `rate-limited` beyond one write a second for
 * a share.
 */
export function createKvShareStore(kv: KvNamespace, report: (error: unknown) => void): ShareStore {
  const explain = (cause: unknown): never => {
    const problem = explainFailure(cause);
    if (problem.problem.status === 503) report(cause);
    throw problem;
  };
  return {
    async get(id) {
      const { value, metadata } = await kv.getWithMetadata(id, 'text').catch(explain);
      return value === null ? undefined : readShare(value, metadata);
    },
    async put(id, share) {
      await (share === undefined ? kv.delete(id) : write(kv, id, share)).catch(explain);
    },
  };
}

function write(kv: KvNamespace, id: string, { fragment, ...metadata }: StoredShare): Promise<void> {
  const { expiresAt } = metadata;
  if (expiresAt === undefined) return kv.put(id, fragment, { metadata });
  const expirationTtl = Math.max(SHORTEST_LIFE, Math.ceil((expiresAt - Date.now()) / 1000));
  return kv.put(id, fragment, { metadata, expirationTtl });
}

/** No share is empty, so the portable app treats this as damaged: it serves no damaged share, and a new upload replaces it. */
const DAMAGED: StoredShare = { fragment: '' };

/** Other writers may damage the namespace: a share whose end is unreadable is damaged, not unlimited. */
function readShare(fragment: string, metadata: unknown): StoredShare {
  if (typeof metadata !== 'object' || metadata === null) return DAMAGED;
  const expiresAt = 'expiresAt' in metadata ? metadata.expiresAt : undefined;
  if (expiresAt === undefined) return { fragment };
  return isTime(expiresAt) ? { fragment, expiresAt } : DAMAGED;
}

/**
 * KV accepts one write a second for each key, and reports more only by a 429 in the message; other failures are faults
 * of the platform.
 */
function explainFailure(cause: unknown): ProblemError {
  if (cause instanceof Error && /\b429\b/.test(cause.message)) {
    const detail = 'Another client is writing this share. Wait a second, and try again.';
    return new ProblemError(429, 'rate-limited', detail, { cause, retryAfter: 1000 });
  }
  const detail =
    'Shares can neither be read nor stored just now. Try again in a minute; a long link, which holds its documents itself, needs no server.';
  return new ProblemError(503, 'shares-unavailable', detail, { cause, retryAfter: 60_000 });
}
