/**
 * Waits for what others do, such as a person, a provider or a host's own tool, but no longer than until it is stopped: nobody can
 * make them answer.
 *
 * @throws the signal's reason, also when it was stopped before; what is there already counts even then
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

/** Passes events on until it is stopped, also while the next one is waited for. @throws the signal's reason */
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
    // Not waited for: a stream that stalls does not end either.
    if (!isOver) Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
