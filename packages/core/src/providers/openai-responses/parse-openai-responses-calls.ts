import { asRecord } from '../../json/as-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { Fail, RawAnswer, RawCall } from '../../types/raw-call.ts';

/** The states in which a response, or one item of it, is whole; in any other a call may have been cut short. */
export const OPENAI_RESPONSES_COMPLETE: readonly unknown[] = [null, 'completed'];

/**
 * Finds the function calls of an OpenAI Responses API response.
 *
 * Shape: `{ status, output: [{ type: "function_call", call_id, name, arguments: "{…}", status? }] }`; the list of output items
 * alone is read too. Items of other types are not ours and left out.
 *
 * @throws AtipParseError when the form is not that API's, or a call's own status says that it is not complete
 * @see ATIP 0.3 §7.2
 */
export function parseOpenAIResponsesCalls(response: unknown, fail: Fail): RawAnswer[] {
  const items = recordsAt(Array.isArray(response) ? { output: response } : response, 'output', fail);
  const calls = items.map((item) => readOutputItem(item, true, fail)).filter((call) => call !== undefined);
  return [{ reason: asRecord(response)['status'], calls }];
}

/**
 * Reads one output item; `undefined` when it is no function call.
 *
 * @param done whether the item must be complete
 */
export function readOutputItem(item: unknown, done: boolean, fail: Fail): RawCall | undefined {
  const { type, call_id: id, name, arguments: text, status } = asRecord(item);
  if (typeof type !== 'string') throw fail('has an output item without "type"');
  if (type !== 'function_call') return undefined;
  if (done && !OPENAI_RESPONSES_COMPLETE.includes(status ?? null)) throw fail('has a tool call that is not complete');
  return { id, name, arguments: text };
}
