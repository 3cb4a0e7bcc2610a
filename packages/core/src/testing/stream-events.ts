/** Events of streamed responses, as the providers send them. */

export const chat = (delta: unknown, reason: unknown = null, index = 0): unknown => ({
  object: 'chat.completion.chunk',
  choices: [{ index, delta, finish_reason: reason }],
});
export const entry = (index: unknown, id: unknown, name: unknown, text: unknown, more = {}): unknown =>
  chat({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text }, ...more }] });
export const chatEnd: unknown = chat({}, 'tool_calls');

export const item = (more = {}): unknown => ({
  type: 'function_call',
  id: 'fc',
  call_id: 'c1',
  name: 'git_log',
  ...more,
});
export const added: object = { type: 'response.output_item.added', output_index: 0, item: item({ arguments: '' }) };
export const piece = (delta: unknown): unknown => ({
  type: 'response.function_call_arguments.delta',
  item_id: 'fc',
  output_index: 0,
  delta,
});
export const done = (text: unknown): unknown => ({
  type: 'response.function_call_arguments.done',
  item_id: 'fc',
  output_index: 0,
  arguments: text,
});
export const itemDone = (more = {}): unknown => ({
  type: 'response.output_item.done',
  output_index: 0,
  item: item(more),
});
export const completed = (more = {}): unknown => ({
  type: 'response.completed',
  response: { status: 'completed', output: [], ...more },
});

export const blockStart = (index: unknown, block: unknown): unknown => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
export const toolUse = (id: string, input: unknown = {}): unknown => ({ type: 'tool_use', id, name: 'git_log', input });
export const jsonDelta = (index: unknown, text: unknown): unknown => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json: text },
});
export const blockStop = (index: unknown): unknown => ({ type: 'content_block_stop', index });
export const anthropicEnd = (reason: unknown): unknown[] => [
  { type: 'message_delta', delta: { stop_reason: reason } },
  { type: 'message_stop' },
];

export const gemini = (calls: readonly unknown[], reason?: string): unknown => ({
  candidates: [{ content: { parts: calls.map((functionCall) => ({ functionCall })) }, finishReason: reason }],
});
export const grows = (...partialArgs: readonly unknown[]): unknown => gemini([{ partialArgs, willContinue: true }]);
export const begins: unknown = gemini([{ name: 'git_log', willContinue: true }]);

export const converse = (index: number, input: unknown): unknown => ({
  contentBlockDelta: { contentBlockIndex: index, delta: { toolUse: { input } } },
});
export const converseStart = (index: number, id: string, more = {}): unknown => ({
  contentBlockStart: { contentBlockIndex: index, start: { toolUse: { toolUseId: id, name: 'git_log', ...more } } },
});
export const converseStop = (index: number): unknown => ({ contentBlockStop: { contentBlockIndex: index } });
export const converseEnd: unknown = { messageStop: { stopReason: 'tool_use' } };
