import { toText } from '../../json/to-text.ts';
import type { BedrockToolMessage, ToolCall } from '../../types/call.ts';

/** The user message with the `toolResult` block that carries a result back to Bedrock's Converse API. @see ATIP 0.3 §7.2 */
export function bedrockMessage(id: string | ToolCall, result: unknown, isError: boolean): BedrockToolMessage {
  const toolUseId = typeof id === 'string' ? id : id.id;
  const status = isError ? 'error' : 'success';
  return { role: 'user', content: [{ toolResult: { toolUseId, content: [{ text: toText(result) }], status } }] };
}
