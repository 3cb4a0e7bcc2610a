import { AtipParseError } from '../../errors/bridge-errors.ts';
import { isRecord } from '../../json/is-record.ts';
import type { ToolCall } from '../../types/call.ts';

/** The reasons for ending after which what was said is whole; with any other a call may have been cut short. */
const COMPLETE: readonly unknown[] = [null, 'tool_calls', 'function_call', 'stop'];

/**
 * Reads the tool calls of an OpenAI chat completion.
 *
 * Shape: `{ choices: [{ message: { tool_calls: [{ id, function: { name, arguments: "{…}" } }] } }] }` → `ToolCall[]`; the
 * message alone is read too. Empty `arguments` mean none. Calls of other kinds than `function` are not ours and left out.
 *
 * @throws AtipParseError when the form is not OpenAI's, arguments are not a JSON object, or the answer was cut off
 * @see ATIP 0.3 §7.2
 */
export function parseOpenAICalls(response: unknown): ToolCall[] {
  if (!isRecord(response)) throw invalid('is not an object', response);
  if (Array.isArray(response['tool_calls'])) return readCalls(response['tool_calls'], response);
  if (!Array.isArray(response['choices'])) {
    if (response['role'] === 'assistant') return [];
    throw invalid('has no "choices"', response);
  }
  return response['choices'].flatMap((choice: unknown, index) => {
    const message = isRecord(choice) ? choice['message'] : undefined;
    if (!isRecord(choice) || !isRecord(message)) throw invalid(`has no "message" in choices[${index}]`, response);
    const calls: unknown = message['tool_calls'] ?? [];
    if (!Array.isArray(calls)) throw invalid(`has "tool_calls" in choices[${index}] that are not a list`, response);
    if (calls.length > 0 && !COMPLETE.includes(choice['finish_reason'] ?? null)) {
      throw invalid(
        `ended with ${JSON.stringify(choice['finish_reason'])}, so its tool calls may be incomplete`,
        response,
      );
    }
    return readCalls(calls, response);
  });
}

function readCalls(calls: readonly unknown[], response: unknown): ToolCall[] {
  return calls
    .filter((call) => !isRecord(call) || call['type'] === undefined || call['type'] === 'function')
    .map((call, index) => {
      const target = isRecord(call) ? call['function'] : undefined;
      if (
        !isRecord(call) ||
        !isRecord(target) ||
        typeof target['name'] !== 'string' ||
        typeof call['id'] !== 'string'
      ) {
        throw invalid(`has a tool call (number ${index + 1}) without "id" or "function.name"`, response);
      }
      return {
        id: call['id'],
        name: target['name'],
        arguments: readArguments(target['arguments'], target['name'], response),
      };
    });
}

function readArguments(text: unknown, name: string, response: unknown): Record<string, unknown> {
  if (text === undefined || text === null || text === '') return {};
  if (isRecord(text)) return text;
  if (typeof text !== 'string') throw invalid(`has arguments for ${name} that are not a string`, response);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AtipParseError(`The arguments for ${name} are not valid JSON.`, 'openai', response, { cause });
  }
  if (!isRecord(value)) throw invalid(`has arguments for ${name} that are not a JSON object`, response);
  return value;
}

function invalid(what: string, response: unknown): AtipParseError {
  return new AtipParseError(`The OpenAI response ${what}.`, 'openai', response);
}
