import { providerEntry } from '../errors/provider-entry.ts';
import { CALLS } from '../providers/list.ts';
import type { ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { checkCalls, guardResponse } from './check-calls.ts';

/**
 * Reads the tool calls from a provider's response; `[]` when it has none.
 *
 * Shape: `('openai', { choices: [{ message: { tool_calls: […] } }] })` → `[{ id, name, arguments: { … } }]`. Absent or
 * empty arguments are `{}`. For `mcp` the response is a client's `tools/call` request, or a batch of them; JSON-RPC tells the
 * id 7 from the id "7", so here a number is its digits, and a text that reads as a number or starts with a quote keeps its
 * JSON quotes: `"\"7\""`.
 * Limits: 100 levels, 500,000 values and 4 Mi UTF-16 units of text for each call's arguments.
 *
 * @throws AtipParseError when the response does not have that provider's form, or was cut off so that its calls may be
 * incomplete: half a path is a valid, different path
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { parseToolCall } from '@atip/core';
 * declare const response: unknown; // what the SDK of Anthropic returned
 * for (const { id, name, arguments: args } of parseToolCall('anthropic', response)) console.log(id, name, args);
 * ```
 */
export function parseToolCall(provider: Provider, response: unknown): ToolCall[] {
  const form = providerEntry(CALLS, provider);
  return guardResponse(provider, form.label, response, (fail) => checkCalls(form.read(response, fail), form, fail));
}
