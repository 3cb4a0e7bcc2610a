import { AtipError, AtipParseError, providerEntry } from '../json/atip-error.ts';
import { asRecord, isRecord } from '../json/is-record.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import { RESPONSES } from '../providers/list.ts';
import type { ProviderResponses } from '../providers/provider.ts';
import type { DamagedCall, Fail, RawAnswer, RawCall, ToolCall, ToolCallsReading } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';

/**
 * Reads the tool calls from a provider's response; `[]` when it has none.
 *
 * Shape: `('openai', { choices: [{ message: { tool_calls: […] } }] })` → `[{ id, name, arguments: { … } }]`. Absent,
 * blank or null arguments are `{}`. For `mcp` the response is a client's `tools/call` request, or a batch of them;
 * JSON-RPC tells the id 7 from the id "7", so here a number is its digits, and a text that reads as a number or starts
 * with a quote keeps its JSON quotes: `"\"7\""`.
 * Limits: 100 levels, 500,000 values and 4 Mi UTF-16 units of text for each call's arguments.
 *
 * @throws AtipParseError when the response is an error of the provider, with its message, does not have that
 * provider's form, or has calls that cannot be run. The error has the `damaged` ones (no id or name, the id of an earlier
 * call, arguments that are no JSON object, or an answer that was cut off, since half a path is a valid, different path)
 * and the other `calls`; `formatResults` answers both.
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
  const form = providerEntry(RESPONSES, provider);
  return guardResponse(provider, form.label, response, (fail) => {
    refuseError(response, fail);
    return checkCalls(form.read(response, fail), form, fail);
  });
}

/**
 * Ends reading where the provider sent an error in place of an answer: `{ error: { message } }`, `{ error: 'text' }` or
 * `{ type: 'error', message }`.
 * @throws AtipParseError with the provider's message
 */
export function refuseError(response: unknown, fail: Fail): void {
  const { type, error, message } = asRecord(response);
  if (type !== 'error' && (error ?? null) === null) return;
  const text = asRecord(error)['message'] ?? message ?? error;
  throw fail(`reports an error${typeof text === 'string' ? `: ${shown(text)}` : ''}`);
}

/** Runs a reader, and returns damaged calls beside the others instead of throwing. */
export function readingOf(read: () => ToolCall[]): ToolCallsReading {
  try {
    return { calls: read(), damaged: [] };
  } catch (error) {
    if (!AtipParseError.isInstance(error) || error.damaged.length === 0) throw error;
    return { calls: error.calls, damaged: error.damaged };
  }
}

/** Reasons that make an answer unusable even without calls: a malformed call was dropped, or the response failed. */
const NO_ANSWER = /malformed|^(?:failed|cancelled|queued|in_progress)$/i;

export type Form = Pick<ProviderResponses, 'complete' | 'sendsText'>;

/** One of the two, and the cause of the damage. */
interface CheckedCall {
  readonly call?: ToolCall;
  readonly damaged?: DamagedCall;
  readonly cause?: unknown;
}

/**
 * Turns the calls found in a response into complete, checked calls.
 *
 * Arguments are copied, as JSON only, so that later changes to the response do not reach them.
 *
 * Limits: 100 levels, 500,000 values and 4 Mi UTF-16 units of text for each call's arguments.
 * @throws AtipParseError with all calls when one of them is damaged: of an answer that was cut off, without an id or
 * name, with the id of an earlier call, or with arguments that are no JSON object
 */
export function checkCalls(answers: readonly RawAnswer[], form: Form, fail: Fail): ToolCall[] {
  const checked = answers.flatMap((answer) => checkAnswer(answer, form, fail));
  const calls: ToolCall[] = [];
  const damaged: DamagedCall[] = [];
  const ids = new Set<string>();
  for (const { call, damaged: damage } of checked) {
    if (damage) damaged.push(damage);
    else if (call && ids.has(call.id))
      damaged.push(damagedCall(call, 'An earlier call of this answer has the same id.'));
    else if (call) calls.push(call);
    // Providers without ids use the name instead, such as Gemini, or an empty id, and both may repeat.
    if (call && call.id !== call.name && call.id !== '') ids.add(call.id);
  }
  const [first] = damaged;
  if (first === undefined) return calls;
  const { name, message } = first;
  const cause = checked.find(({ damaged: own }) => own === first)?.cause;
  throw fail(
    `has a damaged tool call${name === undefined ? '' : ` of ${shown(name)}`}: ${message.replace(/\.$/, '')}`,
    {
      calls,
      damaged,
      cause,
    },
  );
}

function checkAnswer({ calls, reason }: RawAnswer, form: Form, fail: Fail): CheckedCall[] {
  const why = typeof reason === 'string' ? shown(reason) : `a ${typeof reason}`;
  if (calls.length === 0 && NO_ANSWER.test(why.slice(1, -1))) throw fail(`ended with ${why}`);
  const isCut = !form.complete.includes(reason ?? null);
  const cut = isCut ? `The answer ended with ${why}, so this call may be incomplete.` : undefined;
  return calls.map((raw) => checkCall(raw, form, cut));
}

function checkCall(raw: RawCall, { sendsText }: Form, cut: string | undefined): CheckedCall {
  const { id, name, arguments: value } = raw;
  if (cut !== undefined) return { damaged: damagedCall(raw, cut) };
  if (raw.isIncomplete) return { damaged: damagedCall(raw, 'The provider says that this call is not complete.') };
  if (typeof name !== 'string' || name === '') return { damaged: damagedCall(raw, 'It has no name.') };
  if (typeof id !== 'string') return { damaged: damagedCall(raw, 'It has no id.') };
  const read = readArguments(value, sendsText);
  if ('value' in read) return { call: { id, name, arguments: read.value } };
  const detail = read.cause instanceof Error ? `: ${read.cause.message.slice(0, 200)}` : '';
  return { damaged: damagedCall(raw, `Its arguments ${read.what}${detail}.`), cause: read.cause };
}

/** Makes a damaged call; its id and name may be unknown. */
export function damagedCall(
  { id, name }: { readonly id?: unknown; readonly name?: unknown },
  message: string,
): DamagedCall {
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof name === 'string' && name !== '' && { name }),
    message,
  };
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}

/** True for no arguments: absent, null, or text of blanks only, as several servers send them for `{}`. */
export function isBlank(value: unknown): boolean {
  return (value ?? null) === null || (typeof value === 'string' && value.trim() === '');
}

function readArguments(
  value: unknown,
  sendsText: boolean,
): { readonly value: Record<string, unknown> } | { readonly what: string; readonly cause?: unknown } {
  if (isBlank(value)) return { value: {} };
  let parsed = value;
  if (sendsText && typeof value === 'string') {
    try {
      parsed = JSON.parse(value);
    } catch (cause) {
      return { what: 'are not valid JSON', cause };
    }
  }
  if (parsed === null) return { value: {} };
  const snapshot = snapshotValue(parsed);
  if ('issue' in snapshot) return { what: `cannot be used: ${snapshot.issue.message.replace(/\.$/, '')}` };
  return isRecord(snapshot.value) ? { value: snapshot.value } : { what: 'are not a JSON object' };
}

/**
 * Reads a response so that every failure, even a getter that throws, becomes an error of this library.
 *
 * @param subject start of messages, for example `OpenAI response`
 * @param begun the calls that a failure damages, with its message. Absent: none
 * @throws AtipParseError with the response, and the cause where reading ran into an error of another kind
 */
export function guardResponse<Result>(
  provider: Provider,
  subject: string,
  response: unknown,
  read: (fail: Fail) => Result,
  begun: (message: string) => DamagedCall[] = () => [],
): Result {
  const fail: Fail = (what, { cause, ...found } = {}) => {
    const message = `The ${subject} ${what}.`;
    const options = { damaged: begun(message), ...found };
    return new AtipParseError(message, provider, response, cause === undefined ? options : { ...options, cause });
  };
  try {
    return read(fail);
  } catch (error) {
    throw AtipError.isInstance(error) ? error : fail('cannot be read', { cause: error });
  }
}
