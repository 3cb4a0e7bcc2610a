import type { CallEvent } from '../contract/contract.ts';

/** Sends an event. A promise: more waits for the client than should; it resolves once the client took enough of it. */
export type Emit = (event: CallEvent) => void | Promise<void>;

/** Sends an event, and waits until there is room for the next, but not for the client of a call that was cancelled. */
export async function sendEvent(event: CallEvent, emit: Emit, signal: AbortSignal): Promise<void> {
  const sent = emit(event);
  if (!(sent instanceof Promise) || signal.aborted) return;
  let stopListening = (): void => undefined;
  const cancelled = new Promise<void>((resolve) => {
    const listener = (): void => resolve();
    signal.addEventListener('abort', listener);
    stopListening = () => signal.removeEventListener('abort', listener);
  });
  await Promise.race([sent, cancelled]).finally(stopListening);
}
