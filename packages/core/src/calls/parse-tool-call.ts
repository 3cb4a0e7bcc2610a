import { AtipError, AtipParseError, providerEntry } from '../errors/atip-error.ts';
import { isRecord } from '../json/is-record.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import { CALLS } from '../providers/list.ts';
import type { ProviderCalls } from '../providers/provider.ts';
import type { Fail, RawAnswer, ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';

/**
 * Reads the tool calls from a provider's response; `[]` when it has none.
 *
 * Shape: `('openai', { choices: [{ message: { tool_calls: […] } }] })` → `[{ id, name, arguments: { … } }]`. Absent or
 * empty arguments are `{}`. For `mcp` the response is a client's `tools/call` request, or a batch of them; JSON-RPC tells the
 * id 7 from the id "7", so here a number is its digits, and a text that reads as a number or starts with a quote keeps its
 * JSON quotes: `"\"7\""`.
 * Limits: 100 levels, 500,000 values and 4 Mi UTF-16 units of text for each call's arguments.
 *
 * @throws AtipParseError when the response does not have that provider's form, or was cut off so that its calls may be
 * incomplete: half a path is a valid, different path
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { parseToolCall } from '@atip/core';
 * declare const response: unknown; // what the SDK of Anthropic returned
 * for (const { id, name, arguments: args } of parseToolCall('anthropic', response)) console.log(id, name, args);
 * ```
 */
export function parseToolCall(provider: Provider, response: unknown): ToolCall[] {
  const form = providerEntry(CALLS, provider);
  return guardResponse(provider, form.label, response, (fail) => checkCalls(form.read(response, fail), form, fail));
}

/** Reasons that leave no answer to rely on even where it holds no calls: those of a call that was not, or a failed response. */
const NO_ANSWER = /malformed|^(?:failed|cancelled|queued|in_progress)$/i;

/**
 * Turns the calls that were found in a response into calls that can be relied on to be whole.
 *
 * Arguments are copied, as JSON only, so that the response's objects cannot change them afterwards.
 *
 * Limits: 100 levels, 500,000 values and 4 Mi UTF-16 units of text for each call's arguments.
 * @throws AtipParseError when an answer was cut off, or a call has no id, no name, or arguments that are no JSON object
 */
export function checkCalls(
  answers: readonly RawAnswer[],
  { complete, sendsText }: Pick<ProviderCalls, 'complete' | 'sendsText'>,
  fail: Fail,
): ToolCall[] {
  return answers.flatMap(({ calls, reason }) => {
    const why = typeof reason === 'string' ? JSON.stringify(reason.slice(0, 80)) : `a ${typeof reason}`;
    if (calls.length > 0 ? !complete.includes(reason ?? null) : NO_ANSWER.test(why.slice(1, -1))) {
      throw fail(`ended with ${why}, so its tool calls may be incomplete`);
    }
    return calls.map(({ id, name, arguments: value }, index) => {
      if (typeof id !== 'string' || typeof name !== 'string') {
        throw fail(`has a tool call (number ${index + 1}) without an id or a name`);
      }
      return {
        id,
        name,
        arguments: readArguments(value, sendsText, (what, cause) =>
          fail(`has arguments for ${JSON.stringify(name.slice(0, 80))} that ${what}`, cause),
        ),
      };
    });
  });
}

function readArguments(value: unknown, sendsText: boolean, fail: Fail): Record<string, unknown> {
  if ((value ?? null) === null || (sendsText && value === '')) return {};
  const snapshot = snapshotValue(sendsText && typeof value === 'string' ? parse(value, fail) : value);
  if ('issue' in snapshot) throw fail(`cannot be used: ${snapshot.issue.message.replace(/\.$/, '')}`);
  if (!isRecord(snapshot.value)) throw fail('are not a JSON object');
  return snapshot.value;
}

function parse(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fail('are not valid JSON', cause);
  }
}

/**
 * Reads a response so that whatever it does, a getter that throws included, ends in an error of this library.
 *
 * @param subject what messages about it start with, for example `OpenAI response`
 * @throws AtipParseError with the response, and the cause where reading ran into an error of another kind
 */
export function guardResponse<Result>(
  provider: Provider,
  subject: string,
  response: unknown,
  read: (fail: Fail) => Result,
): Result {
  const fail: Fail = (what, cause) =>
    new AtipParseError(`The ${subject} ${what}.`, provider, response, cause === undefined ? {} : { cause });
  try {
    return read(fail);
  } catch (error) {
    throw AtipError.isInstance(error) ? error : fail('cannot be read', error);
  }
}
