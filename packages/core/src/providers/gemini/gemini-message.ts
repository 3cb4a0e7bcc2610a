import { isRecord } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import type { GeminiToolMessage, ToolCall } from '../../types/call.ts';

/**
 * The user message with the function response that carries a result back to Gemini.
 *
 * An object goes as JSON writes it. The API takes nothing but objects, so other values are put under `output`, errors under
 * `error`. The id is echoed where Gemini gave one that is not just the function's name.
 *
 * @see ATIP 0.3 §7.2
 */
export function geminiMessage(id: string | ToolCall, result: unknown, isError: boolean): GeminiToolMessage {
  const name = typeof id === 'string' ? id : id.name;
  const callId = typeof id === 'string' || id.id === id.name ? {} : { id: id.id };
  const value: unknown = typeof result === 'string' ? result : JSON.parse(toText(result));
  const wrapped = isError ? { error: value } : { output: value };
  const response = isRecord(value) && !isError ? value : wrapped;
  return { role: 'user', parts: [{ function_response: { ...callId, name, response } }] };
}
