/** The calls in a text that a person pasted, of any provider. */
import {
  AtipParseError,
  createToolCallStream,
  parseToolCall,
  type Provider,
  PROVIDERS,
  type ToolCall,
} from '@atip/core';
import { asRecord, EXAMPLES, isRecord, MAX_SOURCE_LENGTH } from '@atip/core/internal';
import { parseJson } from '../text/json.ts';

interface Recognised {
  readonly provider: Provider;
  /** Events of a stream. Absent: it is a response as a whole. */
  readonly events?: number;
  /** Only calls, which any provider's model may have made. */
  readonly isBare?: boolean;
}

export type ReadResponse =
  | { readonly kind: 'empty' }
  /** `recognised` is absent for nobody's. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly recognised?: Recognised | undefined }
  | { readonly kind: 'calls'; readonly recognised: Recognised; readonly calls: readonly ToolCall[] };

const TOO_LONG = 'The answer is longer than 4 MiB. Paste only the message with the tool calls.';
const NO_CALL = 'There is no tool call in this answer.';
/** An incomplete call is never run: half a path is another path. */
const DAMAGED =
  'The answer is damaged or ends too early. Paste all of it, as JSON.stringify, json.dumps or the stream printed it.';

/**
 * Reads a pasted text as one response, as server-sent events, as one value for each line, or as one value in prose or a code
 * fence. Bad input and a foreign form are answers, not exceptions.
 *
 * @param provider chosen on the page: an ambiguous text counts as its response
 */
export function answerResponse(text: string, provider: Provider): ReadResponse {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > MAX_SOURCE_LENGTH) return unreadable(TOO_LONG);
  const whole = parseJson(text);
  if (whole.ok) return readWhole(whole.value, provider);
  const isSse = /^\s*(?:data|event|id|retry)?:/.test(text);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^data:/, '').trim())
    .filter((line) => line !== '' && !/^(?:event|id|retry)?:/.test(line))
    .map((line) => (line === '[DONE]' ? { ok: true as const, value: line } : parseJson(line)));
  const values = lines.flatMap((line) => (line.ok ? [line.value] : []));
  // One line that does not parse is a damaged response; several of which the first parses are the lines of a stream.
  if (!isSse && (lines.length < 2 || lines[0]?.ok !== true)) return readWithin(text, provider);
  return values.length < lines.length ? unreadable(DAMAGED) : readStream(values, provider);
}

/** Reads the value from the first bracket of a text to its last. */
function readWithin(text: string, provider: Provider): ReadResponse {
  const start = text.search(/[{[]/);
  if (start < 0) return unreadable(NO_CALL);
  const inside = parseJson(text.slice(start, Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1));
  return inside.ok ? readWhole(inside.value, provider) : unreadable(DAMAGED);
}

function readWhole(value: unknown, chosen: Provider): ReadResponse {
  const found = recogniseProvider(value);
  const provider = found ?? chosen;
  const read = attempt(provider, value);
  if (typeof read !== 'string' && read.length > 0) return { kind: 'calls', recognised: { provider }, calls: read };
  if (Array.isArray(value) && value.length > 0) {
    const streamed = readStream(value, chosen);
    // A list of events gets the messages for a stream.
    if (streamed.kind === 'calls' || (value.length > 1 && found !== undefined)) return streamed;
  }
  const calls = bareCalls(value);
  if (calls.length > 0) return { kind: 'calls', recognised: { provider: chosen, isBare: true }, calls };
  if (found === undefined) return unreadable(NO_CALL);
  return unreadable(typeof read === 'string' ? read : NO_CALL, { provider });
}

/**
 * The calls that frameworks pass on without a provider's envelope; none unless the whole text is calls.
 *
 * Shape: `{ name: "git_log", arguments: { n: 2 } }`, with `input`, `args` or `parameters` in place of `arguments`, or a list of
 * such; `{ type: "function", function: { name, arguments: "{…}" } }` and `{ functionCall: {…} }` around it are taken off.
 */
function bareCalls(value: unknown): readonly ToolCall[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const calls = list.flatMap((entry, index) => bareCall(asRecord(entry), index));
  return calls.length === list.length ? calls : [];
}

function bareCall(entry: Readonly<Record<string, unknown>>, index: number): ToolCall[] {
  const inner = asRecord(entry['function'] ?? entry['functionCall'] ?? entry['function_call'] ?? entry);
  const { name } = inner;
  const args = inner['arguments'] ?? inner['input'] ?? inner['args'] ?? inner['parameters'];
  const parsed = typeof args === 'string' ? parseJson(args) : undefined;
  const values = parsed?.ok ? parsed.value : args;
  // The parameters of a tool are a schema, and no call of it.
  const isSchema = entry['type'] === 'object' || isRecord(asRecord(values)['properties']);
  if (typeof name !== 'string' || name === '' || !isRecord(values) || isSchema) return [];
  const id = entry['id'] ?? entry['call_id'];
  return [{ id: typeof id === 'string' ? id : `call_${index + 1}`, name, arguments: values }];
}

function attempt(provider: Provider, value: unknown): readonly ToolCall[] | string {
  try {
    return parseToolCall(provider, value);
  } catch (error) {
    if (error instanceof AtipParseError) return error.message;
    throw error;
  }
}

function readStream(events: readonly unknown[], chosen: Provider): ReadResponse {
  const provider = recogniseProvider(events) ?? chosen;
  const recognised: Recognised = { provider, events: events.length };
  const stream = createToolCallStream(provider);
  try {
    for (const event of events) stream.push(event);
    const calls = stream.end();
    return calls.length > 0 ? { kind: 'calls', recognised, calls } : unreadable(NO_CALL, recognised);
  } catch (error) {
    if (error instanceof AtipParseError) return unreadable(error.message, recognised);
    throw error;
  }
}

function unreadable(message: string, recognised?: Recognised): ReadResponse {
  return { kind: 'unreadable', message, recognised };
}

/** Tells the provider by a value's shape, of a list by the first entry that can be told. */
function recogniseProvider(value: unknown): Provider | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter(isRecord).flatMap((entry) => PROVIDERS.find((one) => EXAMPLES[one].recognises(entry)) ?? [])[0];
}
