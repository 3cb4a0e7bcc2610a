import { asRecord } from '../../json/as-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { Fail, RawAnswer } from '../../types/raw-call.ts';

/** The reasons for ending after which what was said is whole; with any other a call may have been cut short. */
export const ANTHROPIC_COMPLETE: readonly unknown[] = [null, 'tool_use', 'end_turn', 'stop_sequence', 'pause_turn'];

/**
 * Finds the `tool_use` blocks of an Anthropic message.
 *
 * Shape: `{ stop_reason, content: [{ type: "tool_use", id, name, input: { … } }] }`.
 *
 * @throws AtipParseError when the form is not Anthropic's
 * @see ATIP 0.3 §7.2
 */
export function parseAnthropicCalls(response: unknown, fail: Fail): RawAnswer[] {
  const { content, stop_reason: reason } = asRecord(response);
  if (typeof content === 'string') return [];
  const calls = recordsAt(response, 'content', fail).filter((block) => block['type'] === 'tool_use');
  return [{ reason, calls: calls.map(({ id, name, input }) => ({ id, name, arguments: input })) }];
}
