import { findCommand } from '../commands/command-index.ts';
import { isReadOnly } from '../effects/read-only.ts';
import type { ToolCall } from '../types/call.ts';
import type { FormattedResult } from '../types/execution.ts';
import type { AtipTool } from '../types/tool.ts';

/** How one call of a batch ended; one that fails does not take the others with it. */
export type BatchOutcome =
  | { readonly ok: true; readonly call: ToolCall; readonly result: FormattedResult }
  | { readonly ok: false; readonly call: ToolCall; readonly error: unknown };

/**
 * Runs calls in their order, neighbours at the same time where both state that they only read.
 *
 * What is unknown may conflict, so it runs alone.
 *
 * @see ATIP 0.3 §7.3
 */
export async function runBatch(
  calls: readonly ToolCall[],
  tools: readonly AtipTool[],
  start: (call: ToolCall) => Promise<FormattedResult>,
): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  for (const group of groupCalls(calls, tools))
    outcomes.push(...(await Promise.all(group.map((call) => settle(call, start)))));
  return outcomes;
}

function groupCalls(calls: readonly ToolCall[], tools: readonly AtipTool[]): ToolCall[][] {
  const groups: ToolCall[][] = [];
  let open = false;
  for (const call of calls) {
    const command = findCommand(call.name, tools);
    const onlyReads = command !== undefined && isReadOnly(command.effects);
    const last = groups.at(-1);
    if (onlyReads && open && last) last.push(call);
    else groups.push([call]);
    open = onlyReads;
  }
  return groups;
}

async function settle(call: ToolCall, start: (call: ToolCall) => Promise<FormattedResult>): Promise<BatchOutcome> {
  try {
    return { ok: true, call, result: await start(call) };
  } catch (error) {
    return { ok: false, call, error };
  }
}
