import type { Clock } from '../clock.ts';

/** Lets so many through at once, and so many a second in the long run. */
export interface Bucket {
  /** Takes one. @returns undefined when there was one; else ms until there is. */
  take(): number | undefined;
}

/** @param burst how many there are at first, and at most. */
export function createBucket(clock: Pick<Clock, 'now'>, burst: number, perSecond: number): Bucket {
  let left = burst;
  let filledAt = clock.now();
  return {
    take() {
      const now = clock.now();
      left = Math.min(burst, left + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      if (left < 1) return ((1 - left) / perSecond) * 1000;
      left -= 1;
      return undefined;
    },
  };
}
