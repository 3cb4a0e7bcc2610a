import { ProblemError } from '../http/problem.ts';
import type { ActiveDiscovery, RunningDiscovery } from '../ports.ts';

/** Keeps account of whether a discovery runs: two would ask the same programs and write the same files. */
export function createActiveDiscovery(): ActiveDiscovery {
  let running: RunningDiscovery | undefined;
  let closed = false;
  let idle: (() => void) | undefined;
  return {
    begin() {
      if (closed) throw new ProblemError(503, 'shutting-down', 'The companion is being stopped.');
      if (running) throw new ProblemError(409, 'discovery-running', 'A discovery is under way. Wait for it to end.');
      const controller = new AbortController();
      running = {
        signal: controller.signal,
        cancel: () => controller.abort(new ProblemError(409, 'discovery-cancelled', 'The discovery was cancelled.')),
        finish() {
          running = undefined;
          idle?.();
        },
      };
      return running;
    },
    async shutdown() {
      closed = true;
      if (running === undefined) return;
      const ended = new Promise<void>((resolve) => {
        idle = resolve;
      });
      running.cancel();
      await ended;
    },
  };
}
