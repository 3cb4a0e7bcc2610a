/** The calls in a text that a person pasted, of any provider. */
import {
  AtipParseError,
  createToolCallStream,
  parseToolCall,
  type Provider,
  type ToolCall,
  PROVIDERS,
} from '@atip/core';
import { createParser } from 'eventsource-parser';
import { parseJson } from '../text/json.ts';
import { asRecord, MAX_SOURCE_LENGTH, EXAMPLES, isRecord } from '@atip/core/internal';

interface ResponseQuestion {
  readonly text: string;
  /** The provider chosen on the page: an ambiguous text counts as its response. */
  readonly provider: Provider;
}

interface Recognised {
  readonly provider: Provider;
  /** Events of a stream. Absent: it is a response as a whole. */
  readonly events?: number;
  /** Only calls, which any provider's model may have made. */
  readonly isBare?: boolean;
}

/** An incomplete call, shown and never run: half a path is another path. */
interface UnfinishedCall {
  readonly name: string;
  readonly argumentsText: string;
}

export type ReadResponse =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'unreadable';
      readonly message: string;
      /** Absent: nobody's. */
      readonly recognised?: Recognised | undefined;
      readonly unfinished: readonly UnfinishedCall[];
    }
  | { readonly kind: 'calls'; readonly recognised: Recognised; readonly calls: readonly ToolCall[] };

const TOO_LONG = 'The answer is longer than 4 MiB. Paste only the message with the tool calls.';
const NO_CALL = 'There is no tool call in this answer.';
const NOT_JSON = 'This answer is not whole JSON. Print it with JSON.stringify or json.dumps, and paste all of it.';

/**
 * Reads a pasted text as one response, as server-sent events, as one value for each line, or as one value in prose or a code
 * fence. Bad input and a foreign form are answers, not exceptions.
 */
export function answerResponse({ text, provider }: ResponseQuestion): ReadResponse {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > MAX_SOURCE_LENGTH) return unreadable(TOO_LONG);
  const whole = parseJson(text);
  if (whole.ok) return readWhole(whole.value, provider);
  const isSse = /^\s*(?:data|event|id|retry)?:/.test(text);
  const lines = isSse ? sseTexts(text) : text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  // One line that does not parse is a damaged response; several of which the first parses are the lines of a stream.
  if (!isSse && !(lines.length > 1 && parseJson(lines[0] ?? '').ok)) return readWithin(text, provider);
  const events: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    const read = line.trim() === '[DONE]' ? { ok: true as const, value: '[DONE]' } : parseJson(line);
    if (read.ok) events.push(read.value);
    else if (index === lines.length - 1 && index > 0) return readStream(events, provider, true);
    else return unreadable(`Event ${index + 1} of the stream is damaged. Paste the stream whole.`);
  }
  return readStream(events, provider, false);
}

/** Reads the value from the first bracket of a text to its last. */
function readWithin(text: string, provider: Provider): ReadResponse {
  const start = text.search(/[{[]/);
  if (start < 0) return unreadable(NO_CALL);
  const inside = parseJson(text.slice(start, Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1));
  return inside.ok ? readWhole(inside.value, provider) : unreadable(NOT_JSON);
}

/** The data of each server-sent event. Events pasted without the empty lines between them are taken line by line. */
function sseTexts(text: string): readonly string[] {
  const texts: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => texts.push(...(!data.includes('\n') || parseJson(data).ok ? [data] : data.split('\n'))),
  });
  parser.feed(`${text}\n\n`);
  return texts;
}

function readWhole(value: unknown, chosen: Provider): ReadResponse {
  const found = recogniseProvider(value);
  let message = NO_CALL;
  // The chosen provider first: a text that it can read is its response.
  for (const provider of new Set([chosen, found ?? chosen])) {
    const read = attempt(provider, value);
    if (typeof read !== 'string' && read.length > 0) return { kind: 'calls', recognised: { provider }, calls: read };
    message = typeof read === 'string' ? read : NO_CALL;
  }
  if (Array.isArray(value) && value.length > 0) {
    const streamed = readStream(value, chosen, false);
    // A list of events gets the messages for a stream.
    if (streamed.kind === 'calls' || (value.length > 1 && found !== undefined)) return streamed;
  }
  const bare = bareCalls(value);
  if (bare !== undefined) return { kind: 'calls', recognised: { provider: chosen, isBare: true }, calls: bare };
  return found === undefined ? unreadable(NO_CALL) : unreadable(message, { provider: found });
}

/**
 * The calls that frameworks pass on without a provider's envelope; `undefined` unless the whole text is calls.
 *
 * Shape: `{ name: "git_log", arguments: { n: 2 } }`, with `input`, `args` or `parameters` in place of `arguments`, or a list of
 * such; `{ type: "function", function: { name, arguments: "{…}" } }` and `{ functionCall: {…} }` around it are taken off.
 */
function bareCalls(value: unknown): readonly ToolCall[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const calls = list.flatMap((entry, index) => bareCall(entry, index) ?? []);
  return calls.length > 0 && calls.length === list.length ? calls : undefined;
}

function bareCall(entry: unknown, index: number): ToolCall | undefined {
  const fields = asRecord(entry);
  const inner = fields['function'] ?? fields['functionCall'] ?? fields['function_call'];
  const { name, arguments: args, input = args, args: given = input, parameters = given } = asRecord(inner ?? entry);
  const parsed = typeof parameters === 'string' ? parseJson(parameters) : undefined;
  const values = parsed?.ok ? parsed.value : parameters;
  if (typeof name !== 'string' || name === '' || !isRecord(values) || fields['type'] === 'object') return undefined;
  // The parameters of a tool are a schema, and no call of it.
  if (values['type'] === 'object' && isRecord(values['properties'])) return undefined;
  const id = fields['id'] ?? fields['call_id'];
  return { id: typeof id === 'string' ? id : `call_${index + 1}`, name, arguments: values };
}

function attempt(provider: Provider, value: unknown): readonly ToolCall[] | string {
  try {
    return parseToolCall(provider, value);
  } catch (error) {
    if (error instanceof AtipParseError) return error.message;
    throw error;
  }
}

function readStream(events: readonly unknown[], chosen: Provider, cut: boolean): ReadResponse {
  const provider = recogniseProvider(events) ?? chosen;
  const recognised: Recognised = { provider, events: events.length };
  const unfinished: { name: string; argumentsText: string }[] = [];
  const stream = createToolCallStream(provider);
  try {
    for (const event of events) {
      for (const { index, name, argumentsText } of stream.push(event)) {
        const call = unfinished[index];
        unfinished[index] = {
          name: name ?? call?.name ?? '',
          argumentsText: (call?.argumentsText ?? '') + argumentsText,
        };
      }
    }
    if (cut) return unreadable('The last event of the stream is cut off. Paste it whole.', recognised, unfinished);
    const calls = stream.end();
    return calls.length > 0 ? { kind: 'calls', recognised, calls } : unreadable(NO_CALL, recognised);
  } catch (error) {
    if (error instanceof AtipParseError) return unreadable(error.message, recognised, unfinished);
    throw error;
  }
}

function unreadable(
  message: string,
  recognised?: Recognised,
  unfinished: readonly UnfinishedCall[] = [],
): ReadResponse {
  return { kind: 'unreadable', message, recognised, unfinished: unfinished.filter(Boolean) };
}

/** Tells the provider by a value's shape, of a list by the first entry that can be told. */
function recogniseProvider(value: unknown): Provider | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const entry of entries) {
    const provider = isRecord(entry) && PROVIDERS.find((one) => EXAMPLES[one].recognises(entry));
    if (provider) return provider;
  }
  return undefined;
}
