import { type Bucket, createBucket } from '../guard/create-bucket.ts';

/** Writes of one address at once, and a second in the long run: far more than a person shares. */
const BURST = 30;
const PER_SECOND = 1;

/** Addresses that are remembered: some 2 MB of the 128 that an isolate has. */
const MAX_ADDRESSES = 10_000;

/** Counts writes by address. */
export interface WriteBuckets {
  /** Takes one of an address. @returns undefined when there was one; else ms until there is. */
  take(address: string): number | undefined;
}

/**
 * Makes the count of one isolate; those of others know nothing of it.
 *
 * Whoever did not write for the longest is forgotten first, and may then write as often as somebody new.
 * @param now ms; where it goes back, no time has passed.
 */
export function createWriteBuckets(now: () => number, maxAddresses: number = MAX_ADDRESSES): WriteBuckets {
  // A Map keeps the order of insertion, so its first entry is the one to go.
  const buckets = new Map<string, Bucket>();
  let latest = now();
  const clock = {
    now: () => {
      latest = Math.max(latest, now());
      return latest;
    },
  };
  return {
    take(address) {
      const bucket = buckets.get(address) ?? createBucket(clock, BURST, PER_SECOND);
      buckets.delete(address);
      buckets.set(address, bucket);
      const [oldest] = buckets.keys();
      if (buckets.size > maxAddresses && oldest !== undefined) buckets.delete(oldest);
      return bucket.take();
    },
  };
}
