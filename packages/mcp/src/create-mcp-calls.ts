import { createSlots } from '@atip/node/internal';
import type { McpCalls } from './mcp-calls.ts';

/** Calls of a process that serves one client. */
export interface EndingMcpCalls extends McpCalls {
  /** Ends every call; resolves when the last has ended, with its process. No other begins after. */
  shutdown(): Promise<void>;
}

/** Processes at a time, and calls that are unfinished. */
const LIMITS = { running: 4, unfinished: 260 } as const;

/** Keeps account of the calls of one client. Limits: 4 processes at a time, 260 calls unfinished. */
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
