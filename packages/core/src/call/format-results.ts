import { AtipError, AtipParseError, providerEntry } from '../json/atip-error.ts';
import { AtipExecuteError, TimeoutError } from '../json/execute-errors.ts';
import { isRecord } from '../json/is-record.ts';
import { RESULTS } from '../providers/list.ts';
import type { DamagedCall, ToolCall } from '../types/call.ts';
import type { FormattedResult } from '../types/execution.ts';
import type { Provider, ProviderMessages, ResultMessages } from '../types/provider.ts';

/**
 * A call with its outcome: any value of JSON, a `FormattedResult`, an entry of `executeBatch`, or an error, whose
 * message is sent. For a damaged call its own message is sent instead.
 */
export type CallOutcome = readonly [call: ToolCall | DamagedCall, outcome?: unknown];

/**
 * The messages to append to a conversation after one turn: one message with all results for Anthropic, Gemini and
 * Bedrock, which refuse several; one message for each result for the others. `[]` without results.
 *
 * The text of a refused or damaged call begins with "Nothing ran.". Gemini's message has the spelling of its SDK,
 * `functionResponse`, which the API reads too.
 *
 * @param settings.calls all calls of the turn, damaged ones too. Absent: the results stay in their order, and a missing
 * one is not noticed. Given: they follow the calls, and each call has to have one
 * @throws AtipError `UNKNOWN_PROVIDER`; `INVALID_RESPONSE` for two results for one id and for a result that JSON cannot
 * express; with `calls` also for a missing result and for one that belongs to no call
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { AtipParseError, formatResults, parseToolCall } from '@atip/core';
 * import { type Executor } from '@atip/core/execute';
 * declare const executor: Executor, response: unknown;
 * async function answer() {
 *   try {
 *     const outcomes = await executor.executeBatch(parseToolCall('gemini', response));
 *     return formatResults('gemini', outcomes.map((outcome) => [outcome.call, outcome]));
 *   } catch (error) {
 *     if (!(error instanceof AtipParseError)) throw error;
 *     return formatResults('gemini', [...error.calls, ...error.damaged].map((call) => [call, error]));
 *   }
 * }
 * ```
 */
export function formatResults<Name extends Provider>(
  provider: Name,
  pairs: readonly CallOutcome[],
  { calls }: { readonly calls?: readonly (ToolCall | DamagedCall)[] | undefined } = {},
): ResultMessages[Name][] {
  const given: unknown = pairs;
  if (!Array.isArray(given) || !given.every((pair) => Array.isArray(pair) && isRecord(pair[0]))) {
    throw unusable(`The results must be a list of pairs, as in formatResults('openai', [[call, result]]).`);
  }
  if (pairs.some(([, outcome]) => outcome instanceof Promise)) throw unusable('A result is a Promise: await it.');
  if (calls !== undefined && !Array.isArray(calls)) throw unusable('`calls` must be the list of calls of the turn.');
  const ordered = calls ? inOrder(pairs, calls) : pairs;
  const twice = ordered.find(([call], at) => ordered.slice(0, at).some(([other]) => isSameCall(call, other)));
  if (twice) throw unusable(`There are two results for ${nameOf(twice[0])}.`);
  return joinResults(
    provider,
    ordered.map((pair) => resultMessage(provider, pair)),
  );
}

/** Joins the messages of one turn's results as the provider wants them: in one message, or one after another. */
export function joinResults<Name extends Provider>(
  provider: Name,
  messages: readonly ProviderMessages[Name][],
): ResultMessages[Name][] {
  const { join } = providerEntry(RESULTS, provider);
  return messages.length === 0 ? [] : join(messages);
}

/** The message that tells a model how one call ended. */
export function resultMessage<Name extends Provider>(
  provider: Name,
  [call, outcome]: CallOutcome,
): ProviderMessages[Name] {
  const { id = '', name = '' } = call;
  const known = { id, name, arguments: {} };
  if (isDamaged(call)) return handleToolResult(provider, known, `Nothing ran. ${call.message}`, { isError: true });
  const ended =
    isRecord(outcome) && 'ok' in outcome && 'call' in outcome ? (outcome['result'] ?? outcome['error']) : outcome;
  const result = TimeoutError.isInstance(ended) && ended.result ? ended.result : ended;
  if (isFormatted(result)) return formatForProvider(provider, known, result);
  if (!(result instanceof Error)) return handleToolResult(provider, known, result);
  const text = result.message || result.name;
  return handleToolResult(provider, known, isRefusal(result) ? `Nothing ran. ${text}` : text, { isError: true });
}

/** Codes of errors about a program that ran, or may have. */
const MAY_HAVE_RUN: readonly string[] = ['EXECUTION_FAILED', 'TIMEOUT'];

function isRefusal(error: Error): boolean {
  return AtipExecuteError.isInstance(error) ? !MAY_HAVE_RUN.includes(error.code) : AtipParseError.isInstance(error);
}

/** Its `raw` holds the secrets, so a result of that form never goes to a model whole. */
function isFormatted(value: unknown): value is FormattedResult {
  return (
    isRecord(value) && typeof value['content'] === 'string' && typeof value['success'] === 'boolean' && 'raw' in value
  );
}

function isDamaged(call: ToolCall | DamagedCall): call is DamagedCall {
  return 'message' in call && !('arguments' in call);
}

/** The results in the order of the calls. Providers without ids repeat a name: the first result is the first call's. */
function inOrder(pairs: readonly CallOutcome[], calls: readonly (ToolCall | DamagedCall)[]): CallOutcome[] {
  const left = [...pairs];
  const ordered = calls.map((call) => {
    const own = left.findIndex(([other]) => other === call);
    const at = own >= 0 ? own : left.findIndex(([{ id }]) => id === call.id);
    const [pair] = at >= 0 ? left.splice(at, 1) : [];
    if (!pair) throw unusable(`There is no result for ${nameOf(call)}.`);
    return pair;
  });
  const [rest] = left;
  if (!rest) return ordered;
  const isKnown = calls.some(({ id }) => id === rest[0].id);
  throw unusable(
    `There ${isKnown ? 'are two results for' : 'is a result for no call of this turn:'} ${nameOf(rest[0])}.`,
  );
}

/**
 * A damaged call may have the id of another, and so may calls of providers without ids, where the name stands for it.
 */
function isSameCall(call: ToolCall | DamagedCall, other: ToolCall | DamagedCall): boolean {
  if (isDamaged(call) || isDamaged(other)) return call === other;
  return call.id === other.id && call.id !== call.name && call.id !== '';
}

function nameOf({ id = '', name = '' }: ToolCall | DamagedCall): string {
  return `the call ${JSON.stringify(String(id).slice(0, 80))} of ${JSON.stringify(String(name).slice(0, 80))}`;
}

function unusable(message: string): AtipError {
  return new AtipError('INVALID_RESPONSE', message);
}

/**
 * Puts a tool's result into the message that returns it to the model.
 *
 * Gemini gets an object, the others get text (objects as JSON). The id is the provider's call id, for Gemini the
 * function's name; given the whole call, each provider takes what it needs. MCP's result has no id.
 *
 * @throws AtipError `UNKNOWN_PROVIDER`; `INVALID_RESPONSE` when JSON cannot express the result: it is too deep, or its
 * own code throws
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { handleToolResult } from '@atip/core';
 * const message = handleToolResult('openai', 'call_1', { branch: 'main' });
 * // { role: 'tool', tool_call_id: 'call_1', content: '{"branch":"main"}' }
 * ```
 */
export function handleToolResult<Name extends Provider>(
  provider: Name,
  id: string | ToolCall,
  result: unknown,
  settings: { isError?: boolean } = {},
): ProviderMessages[Name] {
  const { answer } = providerEntry(RESULTS, provider);
  try {
    return answer(typeof id === 'string' ? { id, name: id } : id, result, settings.isError === true);
  } catch (cause) {
    throw new AtipError('INVALID_RESPONSE', 'The result of the tool has no form as JSON.', { cause });
  }
}

/**
 * The message that tells a model how its call went; only the redacted content is in it.
 *
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { createExecutor, formatForProvider } from '@atip/core/execute';
 * declare const executor: ReturnType<typeof createExecutor>, call: ToolCall;
 * const message = formatForProvider('anthropic', call, await executor.execute(call));
 * ```
 */
export function formatForProvider<Name extends Provider>(
  provider: Name,
  call: ToolCall,
  result: FormattedResult,
): ProviderMessages[Name] {
  return handleToolResult(provider, call, result.content, { isError: !result.success });
}
