import type { OpenAIToolMessage, ToolCall } from '../../types/call.ts';
import { toText } from '../../json/to-text.ts';

/**
 * The `tool` message that carries a result back to OpenAI. There is no error flag: an error is told in the content.
 *
 * @see ATIP 0.3 §7.2
 */
export function openAIMessage(id: string | ToolCall, result: unknown): OpenAIToolMessage {
  return { role: 'tool', tool_call_id: typeof id === 'string' ? id : id.id, content: toText(result) };
}
