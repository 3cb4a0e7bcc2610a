import type { StopSignal } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';

export interface Slots {
  /** Runs a task when a place is free, first come, first served. @throws the signal's reason if it aborts earlier. */
  use<Result>(signal: StopSignal | undefined, task: () => Promise<Result>): Promise<Result>;
}

/** Makes a number of places, > 0; further tasks wait for their turn. */
export function createSlots(size: number): Slots {
  let free = size;
  const waiting: (() => void)[] = [];

  const take = (signal: StopSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) throw reasonOf(signal);
      if (free > 0) {
        free -= 1;
        resolve();
        return;
      }
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(reasonOf(signal));
      };
      waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    async use(signal, task) {
      await take(signal);
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}

function reasonOf(signal: StopSignal | undefined): unknown {
  const stopped = 'The run was stopped before its process was started.';
  return signal instanceof AbortSignal ? signal.reason : new ExecutionError(stopped);
}
