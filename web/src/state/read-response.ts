import { AtipParseError, MAX_SOURCE_LENGTH, parseToolCall, type Provider, type ToolCall } from '@atip/core';

export type ReadResponse =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] };

/** Reads a pasted provider response, at most as long as a document; bad JSON and a foreign form are answers, not exceptions. */
export function readResponse(provider: Provider, text: string): ReadResponse {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > MAX_SOURCE_LENGTH) {
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
