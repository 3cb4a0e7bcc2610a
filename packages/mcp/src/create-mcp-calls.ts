/** Counts calls, so that a client cannot overload the machine, and so that shutting down can wait for them. */
export interface McpCalls {
  /**
   * Runs one call, and counts it until it ends. @throws when too many are unfinished, with a message for the model.
   * @param task gets a signal that aborts with the given one, and when all calls have to end.
   */
  take<Result>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/** Calls of a process that serves a single client. */
export interface EndingMcpCalls extends McpCalls {
  /** Ends every call and refuses new ones; resolves when the last process has ended. */
  shutdown(): Promise<void>;
}

/**
 * Counts the calls of one client: at most 260 unfinished ones. `parallel` of the host limits those that run.
 * @example
 * ```ts
 * import { createMcpCalls } from '@atip/mcp';
 * const calls = createMcpCalls(100);
 * process.once('SIGTERM', () => void calls.shutdown());
 * ```
 */
export function createMcpCalls(most = 260): EndingMcpCalls {
  const ending = new AbortController();
  const unfinished = new Set<Promise<unknown>>();
  return {
    async take(signal, task) {
      ending.signal.throwIfAborted();
      if (unfinished.size >= most) {
        throw new Error(`${unfinished.size} calls are unfinished. Wait for one to end.`);
      }
      const call = task(AbortSignal.any([signal, ending.signal]));
      unfinished.add(call);
      return call.finally(() => unfinished.delete(call));
    },
    async shutdown() {
      ending.abort(new Error('The server is being stopped.'));
      await Promise.allSettled(unfinished);
    },
  };
}
