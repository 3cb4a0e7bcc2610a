/** The calls in a text that a person pasted, whoever's response it is. */
import {
  AtipParseError,
  createToolCallStream,
  parseToolCall,
  type Provider,
  type ToolCall,
  PROVIDERS,
} from '@atip/core';
import { parseJson } from '../../text/parsed-json.ts';
import { MAX_SOURCE_LENGTH, EXAMPLES, isRecord } from '@atip/core/internal';
import { createSseParser } from '../../companion/sse.ts';

interface ResponseQuestion {
  readonly text: string;
  /** The one that is chosen on the page: what could be anybody's is read as its. */
  readonly provider: Provider;
}

interface Recognised {
  readonly provider: Provider;
  /** Events of a stream. Absent: it is a response as a whole. */
  readonly events?: number;
}

/** A call as far as it came, to be looked at and never run: half a path is another path. */
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
      readonly recognised?: Recognised;
      readonly unfinished: readonly UnfinishedCall[];
    }
  | { readonly kind: 'calls'; readonly recognised: Recognised; readonly calls: readonly ToolCall[] };

const TOO_LONG = 'The response is longer than 4 MiB. Paste only the message with the tool calls.';
const NO_CALL = 'The response is well-formed, but contains no tool call.';

/**
 * Reads a pasted text as one response, as server-sent events, or as one JSON value for each line; bad JSON and a foreign
 * form are answers, not exceptions.
 */
export function answerResponse({ text, provider }: ResponseQuestion): ReadResponse {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > MAX_SOURCE_LENGTH) return unreadable(TOO_LONG);
  const whole = parseJson(text);
  if (whole.ok) return readWhole(whole.value, provider);
  const isSse = /^\s*(?:data|event|id|retry)?:/.test(text);
  const lines = isSse ? sseTexts(text) : text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  // One line that does not parse is a damaged response; several of which the first parses are the lines of a stream.
  if (!isSse && !(lines.length > 1 && parseJson(lines[0] ?? '').ok))
    return unreadable(`This is not valid JSON: ${whole.message}`);
  const events: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    const read = line.trim() === '[DONE]' ? { ok: true as const, value: '[DONE]' } : parseJson(line);
    if (read.ok) events.push(read.value);
    else if (index === lines.length - 1 && index > 0)
      return readStream(events, recogniseProvider(events) ?? provider, true);
    else return unreadable(`Event ${index + 1} of the stream is not valid JSON: ${read.message}`);
  }
  return readStream(events, recogniseProvider(events) ?? provider, false);
}

/** The data of each server-sent event. Events pasted without the empty lines between them are taken line by line. */
function sseTexts(text: string): readonly string[] {
  const messages = createSseParser().push(`${text}\n\n`);
  return messages.flatMap(({ data }) => (!data.includes('\n') || parseJson(data).ok ? [data] : data.split('\n')));
}

function readWhole(value: unknown, chosen: Provider): ReadResponse {
  const found = recogniseProvider(value) ?? chosen;
  // The chosen provider first: what it can read is its.
  const attempts = [...new Set([chosen, found])].map((provider) => ({ provider, read: attempt(provider, value) }));
  for (const { provider, read } of attempts) {
    if (typeof read !== 'string' && read.length > 0) return { kind: 'calls', recognised: { provider }, calls: read };
  }
  if (Array.isArray(value) && value.length > 0) {
    const streamed = readStream(value, found, false);
    if (streamed.kind === 'calls' || isEventList(value)) return streamed;
  }
  const last = attempts.at(-1)?.read;
  const isTold = recogniseProvider(value) !== undefined;
  return unreadable(typeof last === 'string' ? last : NO_CALL, isTold ? { provider: found } : undefined);
}

/** A list of events gets the messages for a stream. */
function isEventList(list: readonly unknown[]): boolean {
  return list.length > 1 && recogniseProvider(list) !== undefined;
}

function attempt(provider: Provider, value: unknown): readonly ToolCall[] | string {
  try {
    return parseToolCall(provider, value);
  } catch (error) {
    if (error instanceof AtipParseError) return error.message;
    throw error;
  }
}

function readStream(events: readonly unknown[], provider: Provider, cut: boolean): ReadResponse {
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
  return { kind: 'unreadable', message, ...(recognised && { recognised }), unfinished: unfinished.filter(Boolean) };
}

/** Tells the provider by a value's shape, of a list by the first entry that can be told. */
function recogniseProvider(value: unknown): Provider | undefined {
  if (Array.isArray(value)) {
    for (const entry of value) {
      const provider = Array.isArray(entry) ? undefined : recogniseProvider(entry);
      if (provider !== undefined) return provider;
    }
    return undefined;
  }
  return isRecord(value) ? PROVIDERS.find((provider) => EXAMPLES[provider].recognises(value)) : undefined;
}
