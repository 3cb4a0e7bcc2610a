import type { Provider } from '@atip/core';

type Fields = Readonly<Record<string, unknown>>;

/** By what only that provider's responses and events have; the first that fits counts. */
const MARKS: readonly (readonly [provider: Provider, fits: (value: Fields) => boolean])[] = [
  ['mcp', (it) => 'jsonrpc' in it || it['method'] === 'tools/call'],
  ['openai', (it) => Array.isArray(it['choices']) || Array.isArray(it['tool_calls']) || isFields(it['function'])],
  [
    'openai-responses',
    (it) =>
      it['object'] === 'response' ||
      it['type'] === 'function_call' ||
      Array.isArray(it['output']) ||
      String(it['type']).startsWith('response.'),
  ],
  [
    'gemini',
    (it) => 'candidates' in it || 'functionCall' in it || Array.isArray(it['parts']) || isFields(it['content']),
  ],
  [
    'bedrock',
    (it) =>
      'stopReason' in it ||
      'toolUse' in it ||
      (isFields(it['output']) && 'message' in it['output']) ||
      someOf(it['content'], (block) => 'toolUse' in block) ||
      ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop', 'messageStop'].some(
        (key) => key in it,
      ),
  ],
  [
    'anthropic',
    (it) =>
      'stop_reason' in it ||
      it['type'] === 'tool_use' ||
      it['type'] === 'message' ||
      someOf(it['content'], ({ type }) => type === 'tool_use') ||
      /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping)$/.test(String(it['type'])),
  ],
];

/** Whose response, or event of a stream, a value is by its shape; of a list the first entry that can be told. */
export function recogniseProvider(value: unknown): Provider | undefined {
  if (Array.isArray(value)) {
    for (const entry of value) {
      const provider = Array.isArray(entry) ? undefined : recogniseProvider(entry);
      if (provider !== undefined) return provider;
    }
    return undefined;
  }
  return isFields(value) ? MARKS.find(([, fits]) => fits(value))?.[0] : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function someOf(value: unknown, fits: (entry: Fields) => boolean): boolean {
  return Array.isArray(value) && value.some((entry) => isFields(entry) && fits(entry));
}
