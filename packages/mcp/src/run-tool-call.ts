import {
  AtipError,
  AtipExecuteError,
  type FormattedResult,
  formatForProvider,
  handleToolResult,
  type ToolCall,
} from '@atip/core';
import { createExecutor } from '@atip/node';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { confirmCall } from './confirm-call.ts';
import type { McpSettings } from './mcp-settings.ts';

/** What one call is given besides its arguments. */
export interface CallExtra {
  readonly signal: AbortSignal;
  /** Gets redacted output as it arrives. Absent: the client did not ask for progress. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/**
 * Runs one call of a client: the same policy, sandbox, redaction and record as everywhere else.
 *
 * What stands against a call is a result that says so, which a model can act on; only what is wrong with us rejects.
 */
export function runToolCall(
  server: Server,
  call: ToolCall,
  settings: McpSettings,
  { signal: given, onOutput }: CallExtra,
): Promise<CallToolResult> {
  const run = (signal: AbortSignal): Promise<CallToolResult> => runCall(server, call, settings, { signal, onOutput });
  return settings.calls ? settings.calls.take(given, run) : run(given);
}

async function runCall(
  server: Server,
  call: ToolCall,
  settings: McpSettings,
  { signal, onOutput }: CallExtra,
): Promise<CallToolResult> {
  const { found, version: _ours, ask: _asked, calls, cwd, policy, ...machine } = settings;
  const confirmation = confirmCall(server, settings, signal);
  const executor = createExecutor({
    ...machine,
    ...(calls && { inTurn: (run) => calls.inTurn(signal, run) }),
    tools: found.map(({ tool }) => tool),
    found,
    execution: { cwd, signal },
    policy: { ...policy, confirmationHandler: confirmation.ask },
  });
  try {
    let result: FormattedResult | undefined;
    for await (const event of executor.executeStream(call)) {
      if (event.type === 'result') result = event.result;
      else onOutput?.(event.text);
    }
    if (!result) throw new Error('The run ended without a result.');
    return CallToolResultSchema.parse(formatForProvider('mcp', call, result));
  } catch (error) {
    if (!(error instanceof AtipExecuteError) && !AtipError.isInstance(error)) throw error;
    const text = [error.message, ...(confirmation.wayOut === undefined ? [] : [confirmation.wayOut])].join(' ');
    return CallToolResultSchema.parse(handleToolResult('mcp', call, text, { isError: true }));
  }
}
