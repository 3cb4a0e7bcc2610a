import { asRecord } from '../../json/as-record.ts';
import { isRecord } from '../../json/is-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { Fail, RawAnswer } from '../../types/raw-call.ts';
import { toolCallEntries } from './tool-call-entries.ts';

/** The reasons for ending after which what was said is whole; with any other a call may have been cut short. */
export const OPENAI_COMPLETE: readonly unknown[] = [null, 'tool_calls', 'function_call', 'stop'];

/**
 * Finds the tool calls of an OpenAI chat completion.
 *
 * Shape: `{ choices: [{ finish_reason, message: { tool_calls: [{ id, function: { name, arguments: "{…}" } }] } }] }`; the
 * message alone is read too. Calls of other kinds than `function` are not ours and left out.
 *
 * @throws AtipParseError when the form is not OpenAI's
 * @see ATIP 0.3 §7.2
 */
export function parseOpenAICalls(response: unknown, fail: Fail): RawAnswer[] {
  const { role, tool_calls: own } = asRecord(response);
  const alone = role === 'assistant' || own ? [{ message: response }] : undefined;
  const choices = recordsAt(response, 'choices', fail, alone);
  return choices.map(({ message, finish_reason: reason }, index) => {
    if (!isRecord(message)) throw fail(`has no "message" in choices[${index}]`);
    return { reason, calls: toolCallEntries(message, fail).filter((entry) => entry.isFunction) };
  });
}
