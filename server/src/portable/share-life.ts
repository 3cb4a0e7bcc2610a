import type { StoredShare } from './share-store.ts';

/** When a share ends, ms since 1970; Infinity: never. */
export function endOf({ expiresAt }: StoredShare): number {
  return expiresAt ?? Number.POSITIVE_INFINITY;
}

/** An end as a store keeps it. */
export function asStored(end: number): Pick<StoredShare, 'expiresAt'> {
  return end === Number.POSITIVE_INFINITY ? {} : { expiresAt: end };
}

/** An end as a client is told it, in ISO 8601. */
export function asTold(end: number): { readonly expiresAt?: string } {
  return end === Number.POSITIVE_INFINITY ? {} : { expiresAt: new Date(end).toISOString() };
}

/** What a `Date` can hold, in ms since 1970. */
const MAX_TIME = 8_640_000_000_000_000;

/** Whether what came out of a store can be a share's end. */
export function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TIME;
}
