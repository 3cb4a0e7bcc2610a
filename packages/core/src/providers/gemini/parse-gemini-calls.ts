import { AtipParseError } from '../../errors/bridge-errors.ts';
import { isRecord } from '../../json/is-record.ts';
import type { ToolCall } from '../../types/call.ts';

/** The reasons for ending after which what was said is whole; with any other a call may have been cut short. */
const COMPLETE: readonly unknown[] = [null, 'STOP', 'FINISH_REASON_UNSPECIFIED'];

/**
 * Reads the function calls of a Gemini response.
 *
 * Shape: `{ candidates: [{ content: { parts: [{ functionCall: { name, args } }] } }] }` → `ToolCall[]`, also in the
 * API's snake case. Absent `args` mean none. Where Gemini sends no id, the function's name stands for it.
 *
 * @throws AtipParseError when the form is not Gemini's, or the model's call was malformed
 * @see ATIP 0.3 §7.2
 */
export function parseGeminiCalls(response: unknown): ToolCall[] {
  if (!isRecord(response)) throw invalid('is not an object', response);
  if (!Array.isArray(response['candidates'])) {
    // A prompt that was blocked has feedback instead of candidates, and so no calls.
    if (isRecord(response['promptFeedback'] ?? response['prompt_feedback'])) return [];
    throw invalid('has no "candidates"', response);
  }
  return response['candidates'].flatMap((candidate: unknown, index) => {
    if (!isRecord(candidate)) throw invalid(`has no object in candidates[${index}]`, response);
    const reason = candidate['finishReason'] ?? candidate['finish_reason'];
    if (reason === 'MALFORMED_FUNCTION_CALL') throw invalid('says that the model made a malformed call', response);
    const content = candidate['content'] ?? {};
    const parts: unknown = isRecord(content) ? (content['parts'] ?? []) : undefined;
    if (!Array.isArray(parts)) throw invalid(`has no list of parts in candidates[${index}]`, response);
    const calls = parts.flatMap((part: unknown) => readPart(part, response));
    if (calls.length > 0 && !COMPLETE.includes(reason ?? null)) {
      throw invalid(`ended with ${JSON.stringify(reason)}, so its calls may be incomplete`, response);
    }
    return calls;
  });
}

function readPart(part: unknown, response: unknown): ToolCall[] {
  const call = isRecord(part) ? (part['functionCall'] ?? part['function_call']) : undefined;
  if (call === undefined) return [];
  if (!isRecord(call) || typeof call['name'] !== 'string')
    throw invalid('has a function call without "name"', response);
  const args = call['args'] ?? {};
  if (!isRecord(args)) throw invalid(`has args for ${call['name']} that are not an object`, response);
  return [{ id: typeof call['id'] === 'string' ? call['id'] : call['name'], name: call['name'], arguments: args }];
}

function invalid(what: string, response: unknown): AtipParseError {
  return new AtipParseError(`The Gemini response ${what}.`, 'gemini', response);
}
