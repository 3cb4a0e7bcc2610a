import { createSlots } from '@atip/node/internal';

/** Keeps account of calls, so that a client cannot start more than a machine bears, and whoever ends can wait for them. */
export interface McpCalls {
  /**
   * Takes one call from its beginning to its end. @throws when too many are unfinished; the error says so.
   * @param task gets a signal that aborts with the given one, and when all calls are to end.
   */
  take<Result>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Runs a call's program once there is a place for it. @throws the signal's reason when it aborts before that. */
  inTurn<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result>;
}

/** Calls of a process that serves one client. */
export interface EndingMcpCalls extends McpCalls {
  /** Ends every call; resolves when the last has ended, with its process. No other begins after. */
  shutdown(): Promise<void>;
}

/** Processes at a time, and calls that are unfinished. */
const LIMITS = { running: 4, unfinished: 260 } as const;

/**
 * Keeps account of the calls of one client. Limits: 4 processes at a time, 260 calls unfinished.
 * @example
 * ```ts
 * import { createMcpCalls } from '@atip/mcp';
 * const calls = createMcpCalls({ running: 2, unfinished: 100 });
 * process.once('SIGTERM', () => void calls.shutdown());
 * ```
 */
export function createMcpCalls(
  limits: { readonly running: number; readonly unfinished: number } = LIMITS,
): EndingMcpCalls {
  const slots = createSlots(limits.running);
  const ending = new AbortController();
  const unfinished = new Set<Promise<unknown>>();
  return {
    async take(signal, task) {
      ending.signal.throwIfAborted();
      if (unfinished.size >= limits.unfinished) {
        throw new Error(`${unfinished.size} calls are unfinished. Wait for one to end.`);
      }
      const call = task(AbortSignal.any([signal, ending.signal]));
      unfinished.add(call);
      return call.finally(() => unfinished.delete(call));
    },
    inTurn: (signal, task) => slots.use(signal, task),
    async shutdown() {
      ending.abort(new Error('The server is being stopped.'));
      await Promise.allSettled(unfinished);
    },
  };
}
