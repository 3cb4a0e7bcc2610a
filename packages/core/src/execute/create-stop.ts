import type { StopSignal } from '../types/execution.ts';

/** A stop signal of our own, since core has no `AbortController`; it also stops when `parent` does. */
export function createStop(parent: StopSignal | undefined): { signal: StopSignal; stop: () => void } {
  const listeners = new Set<() => void>();
  let aborted = parent?.aborted === true;
  const stop = (): void => {
    if (aborted) return;
    aborted = true;
    parent?.removeEventListener('abort', stop);
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  parent?.addEventListener('abort', stop, { once: true });
  const signal: StopSignal = {
    get aborted() {
      return aborted;
    },
    addEventListener: (_type, listener) => {
      listeners.add(listener);
    },
    removeEventListener: (_type, listener) => {
      listeners.delete(listener);
    },
  };
  return { signal, stop };
}
