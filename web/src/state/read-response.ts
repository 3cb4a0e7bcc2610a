import { AtipParseError, parseToolCall, type Provider, type ToolCall } from '@atip/core';

export type ReadResponse =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] };

/** Longest response read, in UTF-16 units: the size of a request the companion accepts. */
const MAX_LENGTH = 4_194_304;

/** Reads a pasted provider response; bad JSON and a foreign form are answers, not exceptions. */
export function readResponse(provider: Provider, text: string): ReadResponse {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > MAX_LENGTH) {
    return {
      kind: 'unreadable',
      message: 'The response is longer than 4 MiB. Paste only the message with the tool calls.',
    };
  }
  try {
    const calls = parseToolCall(provider, JSON.parse(text));
    if (calls.length > 0) return { kind: 'calls', calls };
    return { kind: 'unreadable', message: 'The response is well-formed, but contains no tool call.' };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { kind: 'unreadable', message: `This is not valid JSON: ${error.message}` };
    if (error instanceof AtipParseError) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}
