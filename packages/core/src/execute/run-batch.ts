import type { ToolCall } from '../types/call.ts';
import type { FormattedResult } from '../types/execution.ts';

/** How one call of a batch ended; one that fails does not take the others with it. */
export type BatchOutcome =
  | { readonly ok: true; readonly call: ToolCall; readonly result: FormattedResult }
  | { readonly ok: false; readonly call: ToolCall; readonly error: unknown };

/** Runs at the same time, so that a batch of a hundred does not start a hundred processes at once. */
const MAX_RUNS = 4;

/**
 * Runs calls in their order, neighbours at the same time where none of them can be in another's way.
 *
 * Whatever may change something starts after everything before it has ended, and ends before anything after it starts.
 * Limits: 4 runs at the same time. Never rejects: what goes wrong with a call is its outcome.
 *
 * @param overlaps whether a call may run beside others that may; one that throws may not
 * @see ATIP 0.3 §7.3
 */
export async function runBatch(
  calls: readonly ToolCall[],
  overlaps: (call: ToolCall) => boolean,
  start: (call: ToolCall) => Promise<FormattedResult>,
): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  for (const group of groupCalls(calls, overlaps)) outcomes.push(...(await runGroup(group, start)));
  return outcomes;
}

function groupCalls(calls: readonly ToolCall[], overlaps: (call: ToolCall) => boolean): ToolCall[][] {
  const groups: ToolCall[][] = [];
  let open: ToolCall[] | undefined;
  for (const call of calls) {
    if (!isSure(overlaps, call)) {
      open = undefined;
      groups.push([call]);
    } else if (open) open.push(call);
    else {
      open = [call];
      groups.push(open);
    }
  }
  return groups;
}

function isSure(overlaps: (call: ToolCall) => boolean, call: ToolCall): boolean {
  try {
    return overlaps(call);
  } catch {
    // Starting it meets the same error, which is then this call's outcome.
    return false;
  }
}

async function runGroup(
  group: readonly ToolCall[],
  start: (call: ToolCall) => Promise<FormattedResult>,
): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  // One queue for all: each run takes the next call when it is done with its own.
  const queue = group.entries();
  const work = async (): Promise<void> => {
    for (const [index, call] of queue) outcomes[index] = await settle(call, start);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_RUNS, group.length) }, work));
  return outcomes;
}

async function settle(call: ToolCall, start: (call: ToolCall) => Promise<FormattedResult>): Promise<BatchOutcome> {
  try {
    return { ok: true, call, result: await start(call) };
  } catch (error) {
    return { ok: false, call, error };
  }
}
