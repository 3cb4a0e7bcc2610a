import {
  AtipError,
  checkCall,
  type FormattedResult,
  formatForProvider,
  handleToolResult,
  type ToolCall,
  UnknownCommandError,
} from '@atip/core';
import { messageForModel, runCall, type ToolMachine } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type CallToolResult, CallToolResultSchema, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { confirmCall } from './confirm-call.ts';
import type { McpSettings } from './mcp-settings.ts';

/** What one call is given besides its arguments. */
export interface CallExtra {
  readonly signal: AbortSignal;
  /** Gets redacted output as it arrives. Absent: the client did not ask for progress. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/** What all calls of a client have in common. */
export interface McpCallHost extends McpSettings {
  readonly server: Server;
  readonly machine: ToolMachine;
}

/**
 * Runs one call of a client: the same policy, sandbox, redaction and record as everywhere else.
 *
 * What stands against a call is a result that says so, which a model can act on, and so is a failure of ours: its reason may name
 * places of this machine, so that only `report` gets it.
 *
 * @throws McpError when there is no such tool
 */
export function runToolCall(
  call: ToolCall,
  host: McpCallHost,
  { signal: given, onOutput }: CallExtra,
): Promise<CallToolResult> {
  const run = (signal: AbortSignal): Promise<CallToolResult> => answerCall(call, host, { signal, onOutput });
  return host.calls ? host.calls.take(given, run) : run(given);
}

async function answerCall(
  call: ToolCall,
  { server, machine, ...settings }: McpCallHost,
  { signal, onOutput }: CallExtra,
): Promise<CallToolResult> {
  const { found, cwd, policy, calls, audit, report } = settings;
  const tools = found.map(({ tool }) => tool);
  const check = () => checkCall(call, tools, policy);
  const confirmation = confirmCall(server, settings, signal);
  try {
    const result = await runCall(check(), {
      found,
      machine,
      cwd,
      signal,
      tools,
      ask: confirmation.ask,
      recheck: check,
      ...(calls && { inTurn: (run): Promise<FormattedResult> => calls.inTurn(signal, run) }),
      ...(onOutput && { onOutput: (_stream, text): void => onOutput(text) }),
      ...(audit && { record: audit }),
    });
    return CallToolResultSchema.parse(formatForProvider('mcp', call, result));
  } catch (error) {
    if (error instanceof UnknownCommandError) throw new McpError(ErrorCode.InvalidParams, error.message);
    if (!AtipError.isInstance(error)) report?.(error);
    const text = [messageForModel(error, [cwd]), confirmation.wayOut ?? ''].join(' ').trim();
    return CallToolResultSchema.parse(handleToolResult('mcp', call, text, { isError: true }));
  }
}
