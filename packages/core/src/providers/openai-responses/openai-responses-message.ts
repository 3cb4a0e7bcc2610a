import { toText } from '../../json/to-text.ts';
import { toWellFormed } from '../../json/well-formed.ts';
import type { OpenAIResponsesToolMessage, ToolCall } from '../../types/call.ts';

/** Longest `output` that the API takes; it counts characters, we UTF-16 units, of which there are never fewer. */
const MAX_OUTPUT = 10_485_760;
const NOTICE = `\n[TRUNCATED - output exceeded ${MAX_OUTPUT} characters]`;

/**
 * The input item that carries a result back to OpenAI's Responses API. There is no error flag: an error is told in the text.
 *
 * Limits: `output` ≤ 10,485,760 UTF-16 units; a longer one is cut and says so at its end.
 *
 * @see ATIP 0.3 §7.2
 */
export function openAIResponsesMessage(id: string | ToolCall, result: unknown): OpenAIResponsesToolMessage {
  const text = toText(result);
  const output = text.length > MAX_OUTPUT ? toWellFormed(text.slice(0, MAX_OUTPUT - NOTICE.length)) + NOTICE : text;
  return { type: 'function_call_output', call_id: typeof id === 'string' ? id : id.id, output };
}
