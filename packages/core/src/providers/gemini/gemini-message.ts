import { isRecord } from '../../json/is-record.ts';
import type { GeminiToolMessage, ToolCall } from '../../types/call.ts';

/**
 * The user message with the function response that carries a result back to Gemini.
 *
 * An object goes as it is. The API takes nothing but objects, so other values are put under `output`, errors under
 * `error`. The id is echoed where Gemini gave one that is not just the function's name.
 *
 * @see ATIP 0.3 §7.2
 */
export function geminiMessage(id: string | ToolCall, result: unknown, isError: boolean): GeminiToolMessage {
  const name = typeof id === 'string' ? id : id.name;
  const callId = typeof id === 'string' || id.id === id.name ? {} : { id: id.id };
  const wrapped = isError ? { error: result ?? null } : { output: result ?? null };
  const response = isRecord(result) && !isError ? result : wrapped;
  return { role: 'user', parts: [{ function_response: { ...callId, name, response } }] };
}
