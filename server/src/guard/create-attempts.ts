import type { Clock } from '../clock.ts';

/** Counts what is tried in vain. */
export interface Attempts {
  /** Counts one more. @returns undefined when it may be answered as such; else ms until the next one may. */
  fail(): number | undefined;
}

/**
 * @param limit attempts in vain that are answered as such within `window` ms. Those beyond are not counted, or somebody who
 * goes on trying would keep everybody else's mistakes from being explained for ever.
 */
export function createAttempts(clock: Clock, limit: number, window: number): Attempts {
  let failed: readonly number[] = [];
  return {
    fail() {
      const now = clock.now();
      failed = failed.filter((time) => now - time < window);
      const [oldest] = failed;
      if (oldest !== undefined && failed.length >= limit) return oldest + window - now;
      failed = [...failed, now];
      return undefined;
    },
  };
}
