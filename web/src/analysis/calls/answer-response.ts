/** The calls in a text that a person pasted, whoever's response it is. */
import {
  AtipParseError,
  createToolCallStream,
  MAX_SOURCE_LENGTH,
  parseToolCall,
  type Provider,
  type ToolCall,
} from '@atip/core';
import { recogniseProvider } from './recognise-provider.ts';
import { takeApart } from './take-apart.ts';

export interface ResponseQuestion {
  readonly text: string;
  /** The one that is chosen on the page: what could be anybody's is read as its. */
  readonly provider: Provider;
}

/** What a text was taken for. */
export interface Recognised {
  readonly provider: Provider;
  /** Events of a stream. Absent: it is a response as a whole. */
  readonly events?: number;
}

/** A call as far as it came, to be looked at and never run: half a path is another path. */
export interface UnfinishedCall {
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

/** Reads a pasted response or stream; bad JSON and a foreign form are answers, not exceptions. */
export function answerResponse({ text, provider }: ResponseQuestion): ReadResponse {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > MAX_SOURCE_LENGTH) return unreadable(TOO_LONG);
  const pasted = takeApart(text);
  switch (pasted.form) {
    case 'broken':
      return unreadable(pasted.message);
    case 'whole':
      return readWhole(pasted.value, provider);
    case 'events':
      return readStream(pasted.events, recogniseProvider(pasted.events) ?? provider, pasted.cut);
  }
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

/** Whether a list is one of events, so that what is wrong with it is told as of a stream. */
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
    if (cut)
      return unreadable(
        'The last event of the stream is cut off. Paste the stream to its end.',
        recognised,
        unfinished,
      );
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
