import type { Clock } from '../clock.ts';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /** Moves on by a number of ms and does what is due. */
  advance(ms: number): void;
}

export function createManualClock(): ManualClock {
  let time = 0;
  const due = new Map<() => void, number>();
  return {
    now: () => time,
    after(ms, action) {
      const entry = (): void => action();
      due.set(entry, time + ms);
      return () => {
        due.delete(entry);
      };
    },
    advance(ms) {
      time += ms;
      for (const [action, at] of [...due]) {
        if (at > time) continue;
        due.delete(action);
        action();
      }
    },
  };
}
