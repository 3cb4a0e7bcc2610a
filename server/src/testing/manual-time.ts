import { afterEach, beforeEach, vi } from 'vitest';

/** The start time of every test. */
export const TEST_START: number = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Stops timers and the time of day in each test of a file until `advance`; I/O goes on. */
export function stopTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: TEST_START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Advances by a number of ms and runs what is due. */
export function advance(ms: number): void {
  vi.advanceTimersByTime(ms);
}
