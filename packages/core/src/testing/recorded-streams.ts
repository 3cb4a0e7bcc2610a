import type { ToolCall } from '../types/call.ts';

/** A response as a stream and as a whole. */
export interface Recorded {
  readonly events: readonly unknown[];
  readonly whole: unknown;
  /** Number of events after which the response is complete; later ones, such as usage, may be missing. */
  readonly needed: number;
}

/** Cuts a text at random places; a piece may be empty. */
export type Cut = (text: string) => string[];
export type Encode = (calls: readonly ToolCall[], cut: Cut) => Recorded;

/** The response ends with the last of the events; those after it may be missing. */
const recorded = (events: readonly unknown[], whole: unknown, after: readonly unknown[] = []): Recorded => ({
  events: [...events, ...after],
  whole,
  needed: events.length,
});

/** The pieces of several calls, interleaved: the first of each, then the second of each. */
function inTurns(pieces: readonly (readonly unknown[])[]): unknown[] {
  const longest = Math.max(0, ...pieces.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => pieces.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

export const openai: Encode = (calls, cut) => {
  const chunk = (delta: unknown, reason: unknown = null): unknown => ({
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const reason = calls.length > 0 ? 'tool_calls' : 'stop';
  const pieces = calls.map(({ id, name, arguments: values }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...cut(JSON.stringify(values)).map((text) => chunk({ tool_calls: [{ index, function: { arguments: text } }] })),
  ]);
  const tool_calls = calls.map(({ id, name, arguments: values }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(values) },
  }));
  return recorded(
    [chunk({ role: 'assistant', content: '' }), ...inTurns(pieces), chunk({}, reason)],
    { choices: [{ message: { role: 'assistant', tool_calls }, finish_reason: reason }] },
    [{ choices: [], usage: {} }, '[DONE]'],
  );
};

export const responses: Encode = (calls, cut) => {
  const items = calls.map(({ id, name, arguments: values }, index) => ({
    type: 'function_call',
    id: `fc_${index}`,
    call_id: id,
    name,
    arguments: JSON.stringify(values),
    status: 'completed',
  }));
  const pieces = items.map((item, index) => {
    const at = { item_id: item.id, output_index: index };
    return [
      {
        type: 'response.output_item.added',
        output_index: index,
        item: { ...item, arguments: '', status: 'in_progress' },
      },
      ...cut(item.arguments).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
      { type: 'response.output_item.done', output_index: index, item },
    ];
  });
  const whole = { status: 'completed', output: items };
  return recorded(
    [{ type: 'response.created' }, ...inTurns(pieces), { type: 'response.completed', response: whole }],
    whole,
  );
};

export const anthropic: Encode = (calls, cut) => {
  const pieces = calls.flatMap(({ id, name, arguments: values }, index) => [
    { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
    ...cut(JSON.stringify(values)).map((text) => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: text },
    })),
    { type: 'content_block_stop', index },
  ]);
  return recorded(
    [
      { type: 'message_start', message: { content: [] } },
      ...pieces,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    ],
    {
      stop_reason: 'tool_use',
      content: calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
    },
  );
};

export const bedrock: Encode = (calls, cut) => {
  const pieces = calls.map(({ id, name, arguments: values }, contentBlockIndex) => [
    { contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId: id, name } } } },
    ...cut(JSON.stringify(values)).map((input) => ({
      contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } } },
    })),
    { contentBlockStop: { contentBlockIndex } },
  ]);
  const content = calls.map(({ id, name, arguments: input }) => ({ toolUse: { toolUseId: id, name, input } }));
  return recorded(
    [{ messageStart: { role: 'assistant' } }, ...inTurns(pieces), { messageStop: { stopReason: 'tool_use' } }],
    { output: { message: { role: 'assistant', content } }, stopReason: 'tool_use' },
    [{ metadata: {} }],
  );
};

const candidates = (parts: readonly unknown[], finishReason?: string): unknown => ({
  candidates: [{ content: { parts }, ...(finishReason && { finishReason }) }],
});
const functionCalls = (calls: readonly ToolCall[]): { functionCall: unknown }[] =>
  calls.map(({ id, name, arguments: args }) => ({ functionCall: { id, name, args } }));

export const gemini: Encode = (calls) =>
  recorded(
    [...functionCalls(calls).map((part) => candidates([part])), candidates([], 'STOP')],
    candidates(functionCalls(calls), 'STOP'),
    [{ usageMetadata: {} }],
  );

/** The values of an object in Vertex's form; empty objects have no such form, and the generator omits them. */
function partialArgs(value: unknown, path: string, cut: Cut): unknown[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [{ jsonPath: `${path}[]` }];
    return value.flatMap((item, index) => partialArgs(item, `${path}[${index}]`, cut));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => partialArgs(item, `${path}.${key}`, cut));
  }
  if (typeof value === 'number') return [{ jsonPath: path, numberValue: value }];
  if (typeof value === 'boolean') return [{ jsonPath: path, boolValue: value }];
  if (value === null) return [{ jsonPath: path, nullValue: 'NULL_VALUE' }];
  const texts = cut(String(value));
  return texts.map((stringValue, index) => ({
    jsonPath: path,
    stringValue,
    ...(index < texts.length - 1 && { willContinue: true }),
  }));
}

export const vertex: Encode = (calls, cut) => {
  const part = (functionCall: unknown): unknown => candidates([{ functionCall }]);
  const pieces = calls.flatMap(({ id, name, arguments: values }) => [
    part({ id, name, willContinue: true }),
    ...partialArgs(values, '$', cut).map((piece) => part({ partialArgs: [piece], willContinue: true })),
    part({}),
  ]);
  return recorded([...pieces, candidates([], 'STOP')], candidates(functionCalls(calls), 'STOP'));
};
