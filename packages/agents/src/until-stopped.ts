/**
 * Waits for a person, a provider or a host's own tool until the signal stops it, because they may never answer. @throws
 * the signal's reason, also when it was stopped before; a finished result counts even then
 */
export async function untilStopped<Result>(signal: AbortSignal, work: Result | PromiseLike<Result>): Promise<Result> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Passes events on until it is stopped, even while waiting for the next one. @throws the signal's reason */
export async function* eventsUntilStopped(
  signal: AbortSignal,
  events: AsyncIterable<unknown>,
): AsyncGenerator<unknown> {
  const iterator = events[Symbol.asyncIterator]();
  let isOver = false;
  try {
    while (true) {
      signal.throwIfAborted();
      const { done, value } = await untilStopped(signal, iterator.next());
      isOver = done === true;
      if (isOver) return;
      yield value;
    }
  } finally {
    // Not awaited: a stalled stream does not end either.
    if (!isOver) Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
