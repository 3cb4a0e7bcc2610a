import { asRecord } from '../../json/as-record.ts';
import { isRecord } from '../../json/is-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { Fail, RawCall } from '../../types/raw-call.ts';

/** An entry of `tool_calls`, or in a stream a piece of one. */
export interface ToolCallEntry extends RawCall {
  readonly index: unknown;
  /** False for a call of another kind than `function`. In a stream only the first piece tells. */
  readonly isFunction: boolean;
}

/**
 * Lists the `tool_calls` of a message, or of a stream's delta.
 *
 * @throws AtipParseError when they are no list of objects, or there is only the deprecated `function_call`: it has no id, so
 * its result could not be returned
 */
export function toolCallEntries(message: Readonly<Record<string, unknown>>, fail: Fail): ToolCallEntry[] {
  const calls = recordsAt(message, 'tool_calls', fail, []);
  if (calls.length === 0 && isRecord(message['function_call'])) throw fail('has the deprecated "function_call"');
  return calls.map((call) => {
    const { id, index, type } = call;
    const { name, arguments: value } = asRecord(call['function']);
    return { id, index, name, arguments: value, isFunction: typeof type !== 'string' || /^(function)?$/.test(type) };
  });
}
