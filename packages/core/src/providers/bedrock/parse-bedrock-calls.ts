import { asRecord } from '../../json/as-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { Fail, RawAnswer } from '../../types/raw-call.ts';

/** The reasons for ending after which what was said is whole; with any other a call may have been cut short. */
export const BEDROCK_COMPLETE: readonly unknown[] = [null, 'tool_use', 'end_turn', 'stop_sequence'];

/**
 * Finds the `toolUse` blocks of a response of Bedrock's Converse API.
 *
 * Shape: `{ stopReason, output: { message: { content: [{ toolUse: { toolUseId, name, input: { … } } }] } } }`; the message alone
 * is read too. Tools that run at the provider (`server_tool_use`) are not ours and left out.
 *
 * @throws AtipParseError when the form is not Converse's
 * @see ATIP 0.3 §7.2
 */
export function parseBedrockCalls(response: unknown, fail: Fail): RawAnswer[] {
  const { output, stopReason: reason } = asRecord(response);
  const blocks = recordsAt(output === undefined ? response : asRecord(output)['message'], 'content', fail);
  const uses = blocks.map((block) => block['toolUse'] ?? undefined).filter((use) => use !== undefined);
  const calls = uses.map(asRecord).filter((use) => use['type'] !== 'server_tool_use');
  return [{ reason, calls: calls.map(({ toolUseId: id, name, input }) => ({ id, name, arguments: input })) }];
}
