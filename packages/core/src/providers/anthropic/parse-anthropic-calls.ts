import { AtipParseError } from '../../errors/bridge-errors.ts';
import { isRecord } from '../../json/is-record.ts';
import type { ToolCall } from '../../types/call.ts';

/** The reasons for ending after which what was said is whole; with any other a call may have been cut short. */
const COMPLETE: readonly unknown[] = [null, 'tool_use', 'end_turn', 'stop_sequence', 'pause_turn'];

/**
 * Reads the `tool_use` blocks of an Anthropic message.
 *
 * Shape: `{ content: [{ type: "tool_use", id, name, input: { … } }] }` → `ToolCall[]`.
 *
 * @throws AtipParseError when the form is not Anthropic's, or the answer was cut off
 * @see ATIP 0.3 §7.2
 */
export function parseAnthropicCalls(response: unknown): ToolCall[] {
  if (!isRecord(response)) throw invalid('is not an object', response);
  const { content } = response;
  if (typeof content === 'string') return [];
  if (!Array.isArray(content)) throw invalid('has no "content" list', response);
  const blocks = content.filter((block: unknown) => isRecord(block) && block['type'] === 'tool_use');
  if (blocks.length > 0 && !COMPLETE.includes(response['stop_reason'] ?? null)) {
    throw invalid(
      `ended with ${JSON.stringify(response['stop_reason'])}, so its tool calls may be incomplete`,
      response,
    );
  }
  return blocks.map((block: unknown, index): ToolCall => {
    if (!isRecord(block) || typeof block['id'] !== 'string' || typeof block['name'] !== 'string') {
      throw invalid(`has a tool_use block (number ${index + 1}) without "id" or "name"`, response);
    }
    const input = block['input'] ?? {};
    if (!isRecord(input)) throw invalid(`has an input for ${block['name']} that is not an object`, response);
    return { id: block['id'], name: block['name'], arguments: input };
  });
}

function invalid(what: string, response: unknown): AtipParseError {
  return new AtipParseError(`The Anthropic response ${what}.`, 'anthropic', response);
}
