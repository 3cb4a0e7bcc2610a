/** Streams of every provider that make the same two calls, `git_log` with `{"n":2}` and `git_status`. For tests. */
import type { Provider } from '@atip/core';

const chat = (delta: unknown, finish_reason: unknown = null): unknown => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const chatCall = (index: number, id: string, name: string, text: string): unknown =>
  chat({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] });
const item = (id: string, name: string, args: string): unknown => ({
  type: 'response.output_item.done',
  output_index: id === 'c1' ? 0 : 1,
  item: { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: args, status: 'completed' },
});
const block = (index: number, id: string, name: string): unknown => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id, name, input: {} },
});
const json = (index: number, partial_json: string): unknown => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
});
const converse = (index: number, toolUseId: string, name: string): unknown => ({
  contentBlockStart: { contentBlockIndex: index, start: { toolUse: { toolUseId, name } } },
});
const converseText = (index: number, input: string): unknown => ({
  contentBlockDelta: { contentBlockIndex: index, delta: { toolUse: { input } } },
});
const request = (id: string, name: string, args: object): unknown => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const candidate = (functionCall: object, more: object = {}): unknown => ({
  candidates: [{ content: { role: 'model', parts: [{ functionCall }] }, ...more }],
});

export const STREAMS: Readonly<Record<Provider, readonly unknown[]>> = {
  openai: [
    chatCall(0, 'c1', 'git_log', '{"n":'),
    chat({ tool_calls: [{ index: 0, function: { arguments: '2}' } }] }),
    chatCall(1, 'c2', 'git_status', '{}'),
    chat({}, 'tool_calls'),
  ],
  'openai-responses': [
    { type: 'response.created', response: { status: 'in_progress', output: [] } },
    item('c1', 'git_log', '{"n":2}'),
    item('c2', 'git_status', '{}'),
    { type: 'response.completed', response: { status: 'completed', output: [] } },
  ],
  anthropic: [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    block(0, 'c1', 'git_log'),
    json(0, '{"n":'),
    json(0, '2}'),
    { type: 'content_block_stop', index: 0 },
    block(1, 'c2', 'git_status'),
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ],
  gemini: [
    candidate({ id: 'c1', name: 'git_log', args: { n: 2 } }),
    candidate({ id: 'c2', name: 'git_status', args: {} }, { finishReason: 'STOP' }),
  ],
  mcp: [request('c1', 'git_log', { n: 2 }), request('c2', 'git_status', {})],
  bedrock: [
    { messageStart: { role: 'assistant' } },
    converse(0, 'c1', 'git_log'),
    converseText(0, '{"n":2}'),
    { contentBlockStop: { contentBlockIndex: 0 } },
    converse(1, 'c2', 'git_status'),
    converseText(1, '{}'),
    { contentBlockStop: { contentBlockIndex: 1 } },
    { messageStop: { stopReason: 'tool_use' } },
  ],
};
