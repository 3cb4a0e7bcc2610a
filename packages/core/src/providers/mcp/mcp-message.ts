import { toText } from '../../json/to-text.ts';
import type { McpToolMessage, ToolCall } from '../../types/call.ts';

/** The result of a `tools/call` request. It holds no id: the envelope of the answer repeats the request's. @see ATIP 0.3 §7.2 */
export function mcpMessage(_id: string | ToolCall, result: unknown, isError: boolean): McpToolMessage {
  return { content: [{ type: 'text', text: toText(result) }], isError };
}
