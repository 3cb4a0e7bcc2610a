import { toText } from '../../json/to-text.ts';
import type { AnthropicToolMessage, ToolCall } from '../../types/call.ts';

/** The user message with the `tool_result` block that carries a result back to Anthropic. @see ATIP 0.3 §7.2 */
export function anthropicMessage(id: string | ToolCall, result: unknown, isError: boolean): AnthropicToolMessage {
  const toolUseId = typeof id === 'string' ? id : id.id;
  return {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: toolUseId, content: toText(result), ...(isError && { is_error: true }) },
    ],
  };
}
