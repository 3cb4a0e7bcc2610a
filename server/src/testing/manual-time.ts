import { afterEach, beforeEach, vi } from 'vitest';

/** When the time of every test begins. */
export const TEST_START: number = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Timers, and the time of day, stand still in each test of a file until `advance`; what waits for I/O goes on. */
export function stopTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: TEST_START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Moves on by a number of ms and does what is due. */
export function advance(ms: number): void {
  vi.advanceTimersByTime(ms);
}
