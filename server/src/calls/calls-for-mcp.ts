import type { McpCalls } from '@atip/mcp';
import type { ActiveCalls } from '../ports/active-calls.ts';

/** Makes calls that come over MCP count among the companion's: the same places, the same limit, the same shutdown. */
export function callsForMcp(calls: ActiveCalls): McpCalls {
  return {
    async take(signal, task) {
      const call = calls.admit();
      try {
        return await task(AbortSignal.any([signal, call.signal]));
      } finally {
        call.finish();
      }
    },
    inTurn: (signal, task) => calls.slots.use(signal, task),
  };
}
