import { AtipError, AtipParseError, providerEntry } from '../errors/atip-error.ts';
import { isRecord } from '../json/is-record.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import { CALLS } from '../providers/list.ts';
import type { ProviderCalls } from '../providers/provider.ts';
import type { DamagedCall, Fail, RawAnswer, RawCall, ToolCall, ToolCallsReading } from '../types/call.ts';
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

/**
 * Reads the tool calls from a provider's response one by one: a damaged call does not affect the others.
 *
 * Shape: `{ calls, damaged: [{ id: "call_2", name: "git_log", reason: "Its arguments are not valid JSON: …" }] }`, both
 * in the response's order. Damaged is a call without id or name, with arguments that are no JSON object, with the id of
 * an earlier call, or of an answer that was cut off. A provider wants a result for every id, those of damaged calls
 * too: `formatOutcome` makes it. Limits: those of `parseToolCall`.
 *
 * @throws AtipParseError when the response as a whole does not have that provider's form, or reports a failure
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { parseToolCalls } from '@atip/core';
 * declare const response: unknown; // what the SDK of OpenAI returned
 * const { calls, damaged } = parseToolCalls('openai', response);
 * for (const { id, reason } of damaged) console.log(id, reason);
 * ```
 */
export function parseToolCalls(provider: Provider, response: unknown): ToolCallsReading {
  const form = providerEntry(CALLS, provider);
  return guardResponse(provider, form.label, response, (fail) => sortCalls(form.read(response, fail), form, fail));
}

/** Reasons that make an answer unusable even without calls: a malformed call was dropped, or the response failed. */
const NO_ANSWER = /malformed|^(?:failed|cancelled|queued|in_progress)$/i;

type Form = Pick<ProviderCalls, 'complete' | 'sendsText'>;

/** Why a call cannot be used. The text continues "The … response " and is sent to the model. */
interface Damage {
  readonly what: string;
  readonly reason: string;
  readonly cause?: unknown;
}

type CheckedCall =
  | { readonly call: ToolCall }
  | { readonly damage: Damage; readonly id?: string; readonly name?: string };

/**
 * Turns the calls found in a response into complete, checked calls.
 *
 * Arguments are copied, as JSON only, so that later changes to the response do not reach them.
 *
 * Limits: 100 levels, 500,000 values and 4 Mi UTF-16 units of text for each call's arguments.
 * @throws AtipParseError when an answer was cut off, or a call has no id, no name, or arguments that are no JSON object
 */
export function checkCalls(answers: readonly RawAnswer[], form: Form, fail: Fail): ToolCall[] {
  return answers.flatMap((answer) =>
    checkAnswer(answer, form, fail).map((checked) => {
      if ('call' in checked) return checked.call;
      throw fail(checked.damage.what, checked.damage.cause);
    }),
  );
}

/** The same, call by call. @throws AtipParseError when an answer without calls is no proper answer */
export function sortCalls(answers: readonly RawAnswer[], form: Form, fail: Fail): ToolCallsReading {
  const calls: ToolCall[] = [];
  const damaged: DamagedCall[] = [];
  const ids = new Set<string>();
  for (const checked of answers.flatMap((answer) => checkAnswer(answer, form, fail))) {
    if (!('call' in checked)) {
      const { damage, ...known } = checked;
      damaged.push({ ...known, reason: damage.reason });
      continue;
    }
    const { id, name } = checked.call;
    // Providers without ids, such as Gemini, use the name instead, and it may repeat.
    const isTwice = ids.has(id) && id !== name;
    ids.add(id);
    if (isTwice) damaged.push({ id, name, reason: 'An earlier call of this answer has the same id.' });
    else calls.push(checked.call);
  }
  return { calls, damaged };
}

function checkAnswer({ calls, reason }: RawAnswer, form: Form, fail: Fail): CheckedCall[] {
  const why = typeof reason === 'string' ? JSON.stringify(reason.slice(0, 80)) : `a ${typeof reason}`;
  const ended = `ended with ${why}, so its tool calls may be incomplete`;
  if (calls.length === 0 && NO_ANSWER.test(why.slice(1, -1))) throw fail(ended);
  const cut = form.complete.includes(reason ?? null)
    ? undefined
    : { what: ended, reason: `The answer ended with ${why}, so this call may be incomplete.` };
  return calls.map((raw, index) => checkCall(raw, index, form, cut));
}

function checkCall(raw: RawCall, index: number, { sendsText }: Form, cut: Damage | undefined): CheckedCall {
  const { id, name, arguments: value } = raw;
  const known = { ...(typeof id === 'string' && { id }), ...(typeof name === 'string' && { name }) };
  if (cut) return { ...known, damage: cut };
  if (raw.isIncomplete) {
    const what = 'has a tool call that is not complete';
    return { ...known, damage: { what, reason: 'The provider says that this call is not complete.' } };
  }
  if (typeof id !== 'string' || typeof name !== 'string') {
    const missing = typeof name === 'string' ? 'an id' : 'a name';
    const what = `has a tool call (number ${index + 1}) without an id or a name`;
    return { ...known, damage: { what, reason: `It has not ${missing}.` } };
  }
  const read = readArguments(value, sendsText);
  if ('value' in read) return { call: { id, name, arguments: read.value } };
  const what = `has arguments for ${JSON.stringify(name.slice(0, 80))} that ${read.what}`;
  const detail = read.cause instanceof Error ? `: ${read.cause.message.slice(0, 200)}` : '';
  return { id, name, damage: { what, reason: `Its arguments ${read.what}${detail}.`, cause: read.cause } };
}

function readArguments(
  value: unknown,
  sendsText: boolean,
): { readonly value: Record<string, unknown> } | { readonly what: string; readonly cause?: unknown } {
  if ((value ?? null) === null || (sendsText && value === '')) return { value: {} };
  let parsed = value;
  if (sendsText && typeof value === 'string') {
    try {
      parsed = JSON.parse(value);
    } catch (cause) {
      return { what: 'are not valid JSON', cause };
    }
  }
  const snapshot = snapshotValue(parsed);
  if ('issue' in snapshot) return { what: `cannot be used: ${snapshot.issue.message.replace(/\.$/, '')}` };
  return isRecord(snapshot.value) ? { value: snapshot.value } : { what: 'are not a JSON object' };
}

/**
 * Reads a response so that every failure, even a getter that throws, becomes an error of this library.
 *
 * @param subject start of messages, for example `OpenAI response`
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
