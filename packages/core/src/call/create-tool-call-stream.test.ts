import { describe, expect, test } from 'vitest';
import { AtipParseError } from '../json/atip-error.ts';
import type { ToolCall, ToolCallStream } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { createToolCallStream } from './create-tool-call-stream.ts';

/** Events of streamed responses, as the providers send them. */

const chat = (delta: unknown, reason: unknown = null, index = 0): unknown => ({
  object: 'chat.completion.chunk',
  choices: [{ index, delta, finish_reason: reason }],
});
const entry = (index: unknown, id: unknown, name: unknown, text: unknown, more = {}): unknown =>
  chat({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text }, ...more }] });
const chatEnd: unknown = chat({}, 'tool_calls');

const item = (more = {}): unknown => ({
  type: 'function_call',
  id: 'fc',
  call_id: 'c1',
  name: 'git_log',
  ...more,
});
const added: object = { type: 'response.output_item.added', output_index: 0, item: item({ arguments: '' }) };
const piece = (delta: unknown): unknown => ({
  type: 'response.function_call_arguments.delta',
  item_id: 'fc',
  output_index: 0,
  delta,
});
const done = (text: unknown): unknown => ({
  type: 'response.function_call_arguments.done',
  item_id: 'fc',
  output_index: 0,
  arguments: text,
});
const itemDone = (more = {}): unknown => ({
  type: 'response.output_item.done',
  output_index: 0,
  item: item(more),
});
const completed = (more = {}): unknown => ({
  type: 'response.completed',
  response: { status: 'completed', output: [], ...more },
});

const blockStart = (index: unknown, block: unknown): unknown => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const toolUse = (id: string, input: unknown = {}): unknown => ({ type: 'tool_use', id, name: 'git_log', input });
const jsonDelta = (index: unknown, text: unknown): unknown => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json: text },
});
const blockStop = (index: unknown): unknown => ({ type: 'content_block_stop', index });
const anthropicEnd = (reason: unknown): unknown[] => [
  { type: 'message_delta', delta: { stop_reason: reason } },
  { type: 'message_stop' },
];

const gemini = (calls: readonly unknown[], reason?: string): unknown => ({
  candidates: [{ content: { parts: calls.map((functionCall) => ({ functionCall })) }, finishReason: reason }],
});

const converse = (index: number, input: unknown): unknown => ({
  contentBlockDelta: { contentBlockIndex: index, delta: { toolUse: { input } } },
});
const converseStart = (index: number, id: string, more = {}): unknown => ({
  contentBlockStart: { contentBlockIndex: index, start: { toolUse: { toolUseId: id, name: 'git_log', ...more } } },
});
const converseStop = (index: number): unknown => ({ contentBlockStop: { contentBlockIndex: index } });
const converseEnd: unknown = { messageStop: { stopReason: 'tool_use' } };

const run = (provider: Provider, events: readonly unknown[]): ToolCall[] => {
  const stream = createToolCallStream(provider);
  for (const event of events) stream.push(event);
  return stream.end();
};
const callOf = (id: string, values: Record<string, unknown> = {}, name = 'git_log'): ToolCall => ({
  id,
  name,
  arguments: values,
});

describe('what vendors send', () => {
  test.each<[string, Provider, unknown[], ToolCall[]]>([
    [
      'another id in each chunk, without a name',
      'openai',
      [entry(0, 'c1', 'git_log', '{"a"'), entry(0, 'x2', null, ':1}'), chatEnd],
      [callOf('c1', { a: 1 })],
    ],
    [
      'an id that comes after the name',
      'openai',
      [entry(0, null, 'git_log', '{"a"'), entry(0, 'c1', 'git_log', ':1}'), chatEnd],
      [callOf('c1', { a: 1 })],
    ],
    [
      'a name in pieces, and again whole',
      'openai',
      [
        entry(0, 'c1', 'git_', ''),
        entry(0, null, 'l', ''),
        entry(0, '', 'og', '{"a"'),
        entry(0, null, 'git_log', ':1}'),
        entry(1, 'c2', 'git_log', ''),
        chatEnd,
      ],
      [callOf('c1', { a: 1 }), callOf('c2')],
    ],
    [
      'a name in pieces before the id',
      'openai',
      [entry(0, null, 'git', null), entry(0, null, '_log', null), entry(0, 'c1', null, '{}'), chatEnd],
      [callOf('c1')],
    ],
    [
      'blanks as arguments',
      'openai',
      [entry(0, 'c1', 'git_log', ' '), entry(0, null, null, '\n'), chatEnd],
      [callOf('c1')],
    ],
    [
      'blanks as input, at the start and in pieces',
      'anthropic',
      [blockStart(0, toolUse('t1', '')), jsonDelta(0, ' '), blockStop(0), ...anthropicEnd('tool_use')],
      [callOf('t1')],
    ],
    [
      'blanks as args',
      'gemini',
      [
        gemini(
          [
            { name: 'git_log', args: '' },
            { name: 'git_log', args: ' ' },
          ],
          'STOP',
        ),
      ],
      [callOf('git_log'), callOf('git_log')],
    ],
    [
      'empty ids, for calls at the same time',
      'openai',
      [entry(0, '', 'git_log', '{"a"'), entry(1, '', 'git_log', '{}'), entry(0, '', null, ':1}'), chatEnd],
      [callOf('', { a: 1 }), callOf('')],
    ],
    [
      'a name after the arguments began',
      'openai',
      [entry(0, 'c1', undefined, '{"a"'), entry(0, null, 'git_log', ':1}'), chatEnd],
      [callOf('c1', { a: 1 })],
    ],
    [
      'no index: pieces',
      'openai',
      [
        entry(undefined, 'c1', 'git_log', '{"a"'),
        entry(undefined, undefined, undefined, ':1}'),
        entry(undefined, 'c2', 'git_log', '{"b"'),
        entry(null, null, null, ':2}'),
        chatEnd,
      ],
      [callOf('c1', { a: 1 }), callOf('c2', { b: 2 })],
    ],
    [
      'index 0 for every call',
      'openai',
      [
        entry(0, 'c1', 'git_log', '{"a"'),
        entry(0, 'c2', 'git_log', '{"b"'),
        entry(0, 'c1', null, ':1}'),
        entry(0, 'c2', '', ':2}'),
        chatEnd,
      ],
      [callOf('c1', { a: 1 }), callOf('c2', { b: 2 })],
    ],
    [
      'arguments as an object, as null, as an empty object before the pieces',
      'openai',
      [
        entry(0, 'c1', 'git_log', { a: 1 }),
        entry(1, 'c2', 'git_log', null),
        entry(2, 'c3', 'git_log', {}),
        entry(2, 'c3', 'git_log', '{"c":3}'),
        chatEnd,
      ],
      [callOf('c1', { a: 1 }), callOf('c2'), callOf('c3', { c: 3 })],
    ],
    [
      'the message in place of a delta',
      'openai',
      [
        {
          choices: [
            {
              message: { tool_calls: [{ id: 'c1', function: { name: 'git_log', arguments: '{"a":1}' } }] },
              finish_reason: 'stop',
            },
          ],
        },
      ],
      [callOf('c1', { a: 1 })],
    ],
    [
      'a call of another kind between',
      'openai',
      [
        entry(0, 'x', undefined, undefined, { type: 'custom', custom: { name: 'y', input: '' } }),
        chat({ tool_calls: [{ index: 0, custom: { input: 'z' } }] }),
        entry(1, 'c1', 'git_log', ''),
        chatEnd,
      ],
      [callOf('c1')],
    ],
    [
      'two choices that alternate, the second one ending first',
      'openai',
      [
        entry(0, 'c1', 'git_log', '{"a"'),
        chat({ tool_calls: [{ index: 0, id: 'c2', function: { name: 'git_log', arguments: '{"b"' } }] }, null, 1),
        chat({ tool_calls: [{ index: 0, function: { arguments: ':2}' } }] }, 'tool_calls', 1),
        chat({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }, 'tool_calls', 0),
      ],
      [callOf('c1', { a: 1 }), callOf('c2', { b: 2 })],
    ],
    [
      'a lost piece: the end counts',
      'openai-responses',
      [added, piece('{"a"'), done('{"a":1,"b":2}'), itemDone({ arguments: '{"a":1,"b":2}' }), completed()],
      [callOf('c1', { a: 1, b: 2 })],
    ],
    [
      'no output_index',
      'openai-responses',
      [
        { type: 'response.output_item.added', item: item() },
        { type: 'response.function_call_arguments.delta', item_id: 'fc', delta: '{}' },
        { type: 'response.output_item.added', item: item({ id: 'fc2', call_id: 'c2' }) },
        { type: 'response.function_call_arguments.delta', item_id: 'fc2', delta: '{"b":2}' },
        { type: 'response.output_item.done', item: item() },
        { type: 'response.function_call_arguments.done', item_id: 'fc2', arguments: '{"b":2}' },
        completed(),
      ],
      [callOf('c1'), callOf('c2', { b: 2 })],
    ],
    [
      'blocks of all kinds',
      'anthropic',
      [
        blockStart(0, { type: 'text', text: '' }),
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '{' } },
        blockStop(0),
        blockStart(1, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
        jsonDelta(1, '{"query":"x"}'),
        blockStop(1),
        blockStart(2, toolUse('t1')),
        blockStop(2),
        ...anthropicEnd('tool_use'),
      ],
      [callOf('t1')],
    ],
    [
      'whole calls, several in a chunk',
      'gemini',
      [
        gemini([
          { name: 'git_log', args: { a: 1 } },
          { id: 'x', name: 'git_log' },
        ]),
        { usageMetadata: {} },
        { candidates: [{ content: { parts: [{ function_call: { name: 'git_log' } }] }, finish_reason: 'STOP' }] },
      ],
      [callOf('git_log', { a: 1 }), callOf('x'), callOf('git_log')],
    ],
    [
      'a text block without a start',
      'bedrock',
      [
        { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Hm' } } },
        converseStop(0),
        converseStart(1, 't1'),
        converseStop(1),
        converseEnd,
      ],
      [callOf('t1')],
    ],
    [
      'a tool of the provider',
      'bedrock',
      [converseStart(0, 's', { type: 'server_tool_use' }), converse(0, '{"a":'), converseStop(0), converseEnd],
      [],
    ],
    [
      'requests and a batch',
      'mcp',
      [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'git_log', arguments: { a: 1 } } },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        [{ jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name: 'git_log' } }],
      ],
      [callOf('1', { a: 1 }), callOf('"1"')],
    ],
  ])('%s (%s)', (_name, provider, events, calls) => {
    expect(run(provider, events)).toStrictEqual(calls);
    expect(run(provider, [events.flat()])).toStrictEqual(calls);
  });
});

test('deltas tell what was added', () => {
  const stream = createToolCallStream('anthropic');
  const events = [blockStart(0, toolUse('t1')), jsonDelta(0, ''), jsonDelta(0, '{"path":"/tm'), jsonDelta(0, 'p/x"}')];
  const known = { index: 0, id: 't1', name: 'git_log' };
  expect([...events, blockStop(0)].flatMap((event) => stream.push(event))).toStrictEqual(
    ['', '{"path":"/tm', 'p/x"}'].map((argumentsText) => ({ ...known, argumentsText })),
  );
});

test.each<[string, Provider, unknown[]]>([
  ['only [DONE]', 'openai', ['[DONE]']],
  ['cut off at the limit', 'openai', [entry(0, 'c1', 'git_log', '{}'), chat({}, 'length')]],
  ['cut off, then said to have stopped', 'openai', [entry(0, 'c1', 'git_log', '{}'), chat({}, 'length'), chatEnd]],
  ['stopped, then said to be cut off', 'openai', [entry(0, 'c1', 'git_log', '{}'), chatEnd, chat({}, 'length')]],
  [
    'incomplete',
    'openai-responses',
    [added, done('{}'), { type: 'response.incomplete', response: { status: 'incomplete' } }],
  ],
  ['a failure', 'openai-responses', [{ type: 'response.failed', response: { status: 'failed' } }]],
  ['cut off at the limit', 'anthropic', [blockStart(0, toolUse('t1')), blockStop(0), ...anthropicEnd('max_tokens')]],
  ['cut off at the limit', 'gemini', [gemini([{ name: 'x' }], 'MAX_TOKENS')]],
  [
    'cut off at the limit',
    'bedrock',
    [converseStart(0, 't'), converseStop(0), { messageStop: { stopReason: 'max_tokens' } }],
  ],
])('%s has no end (%s)', (_name, provider, events) => {
  const stream = createToolCallStream(provider);
  for (const event of events) stream.push(event);
  expect(() => stream.end()).toThrow(AtipParseError);
});

const started = [entry(0, 'c1', 'git_log', '')];
test.each<[string, Provider, unknown[], string]>([
  ['text', 'openai', ['data: {}'], 'not an object; parse'],
  ['null', 'mcp', [null], 'not an object'],
  ['an error', 'openai', [{ error: { message: 'overloaded' } }], 'reports an error: "overloaded"'],
  ['an error', 'openai-responses', [{ type: 'error', message: 'x' }], 'reports an error: "x"'],
  ['an error', 'bedrock', [{ throttlingException: new Error('x') }], 'reports an error'],
  ['choices that are no list', 'openai', [{ choices: {} }], '"choices" that is not a list'],
  ['the deprecated form', 'openai', [chat({ function_call: { name: 'x' } })], 'deprecated'],
  ['arguments of a wrong type', 'openai', [entry(0, 'c1', 'x', 5)], 'wrong type'],
  ['another name for the same call', 'openai', [...started, entry(0, 'c1', 'rm', '')], 'changes the name'],
  ['another name after arguments', 'openai', [entry(0, 'c1', 'x', '{'), entry(0, null, 'y', '}')], 'changes the name'],
  ['another call without any id', 'openai', [entry(0, null, 'x', '{}'), entry(0, null, 'y', '{}')], 'changes the name'],
  ['an object and text', 'openai', [entry(0, 'c1', 'x', { a: 1 }), entry(0, 'c1', 'x', '{}')], 'twice'],
  ['more after the end', 'openai', [...started, chatEnd, entry(0, 'c1', null, '{}')], 'after its end'],
  ['another call after the end', 'openai', [...started, chatEnd, entry(1, 'c2', 'x', '')], 'after its end'],
  ['a piece of no call', 'openai-responses', [piece('{}')], 'did not begin'],
  ['an item without type', 'openai-responses', [{ ...added, item: {} }], 'without "type"'],
  ['an item that is incomplete', 'openai-responses', [added, itemDone({ status: 'incomplete' })], 'not complete'],
  ['another call_id', 'openai-responses', [added, itemDone({ call_id: 'c2' })], 'changes the id'],
  ['pieces after the end', 'openai-responses', [added, done('{}'), piece('{"a":1}')], 'after its end'],
  ['a call that was not streamed', 'openai-responses', [completed({ output: [item()] })], 'not streamed'],
  ['a block without type', 'anthropic', [blockStart(0, {})], 'without "type"'],
  ['a block begun twice', 'anthropic', [blockStart(0, toolUse('a')), blockStart(0, toolUse('b'))], 'twice'],
  [
    'input at the start and in pieces',
    'anthropic',
    [blockStart(0, toolUse('a', { a: 1 })), jsonDelta(0, '{}')],
    'twice',
  ],
  ['args that are text', 'gemini', [gemini([{ name: 'x', args: '{}' }])], 'wrong type'],
  ['a call without name', 'gemini', [gemini([{}])], 'without "name"'],
  [
    'the first piece of a call',
    'gemini',
    [gemini([{ name: 'git_log', willContinue: true }])],
    'streamFunctionCallArguments',
  ],
  ['a piece of a call', 'gemini', [gemini([{ partialArgs: [{ jsonPath: '$.a', numberValue: 1 }] }])], 'in pieces'],
])('%s is refused (%s)', (_name, provider, events, what) => {
  const stream = createToolCallStream(provider);
  for (const event of events.slice(0, -1)) stream.push(event);
  let error: unknown;
  try {
    stream.push(events.at(-1));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(AtipParseError);
  expect(error).toMatchObject({ provider, message: expect.stringContaining(what) });
  // Earlier calls are not returned either.
  expect(() => stream.push([])).toThrow(error as Error);
  expect(() => stream.end()).toThrow(error as Error);
});

describe('limits', () => {
  const fill = (stream: ToolCallStream, times: number, event: (index: number) => unknown): void => {
    for (let index = 0; index < times; index += 1) stream.push(event(index));
  };

  test('128 calls', () => {
    const stream = createToolCallStream('openai');
    fill(stream, 128, (index) => entry(index, `c${index}`, 'x', ''));
    expect(() => stream.push(entry(128, 'c128', 'x', ''))).toThrow('more than 128 tool calls');
  });

  test('128 answers', () => {
    const stream = createToolCallStream('openai');
    fill(stream, 128, (index) => chat({}, null, index));
    expect(() => stream.push(chat({}, null, 128))).toThrow('more than 128 answers');
  });

  test('4,096 blocks', () => {
    const stream = createToolCallStream('anthropic');
    fill(stream, 4096, (index) => blockStart(index, { type: 'text' }));
    expect(() => stream.push(blockStart(4096, { type: 'text' }))).toThrow('more than 4096 blocks');
  });

  test('65,536 events for a call', () => {
    const stream = createToolCallStream('anthropic');
    stream.push(blockStart(0, toolUse('a')));
    fill(stream, 65_535, () => jsonDelta(0, ' '));
    expect(() => stream.push(jsonDelta(0, ' '))).toThrow('more than 65536 pieces');
  });

  test('16 Mi characters, over all calls', () => {
    const stream = createToolCallStream('bedrock');
    stream.push(converseStart(0, 'a'));
    stream.push(converseStart(1, 'b'));
    stream.push(converse(0, ' '.repeat(8 * 1024 * 1024)));
    stream.push(converse(1, ' '.repeat(8 * 1024 * 1024)));
    expect(() => stream.push(converse(1, ' '))).toThrow('more than 16777216 characters');
  });
});

describe('call by call', () => {
  const settled = (provider: Provider, events: readonly unknown[]): ReturnType<ToolCallStream['settle']> => {
    const stream = createToolCallStream(provider);
    try {
      for (const event of events) stream.push(event);
    } catch {
      // `settle` reports the refused part.
    }
    return stream.settle();
  };
  const two = [entry(0, 'c1', 'git_log', '{"a":1}'), entry(1, 'c2', 'git_show', '{"a":')];

  test('one with damaged arguments does not take the other with it', () => {
    expect(settled('openai', [...two, chatEnd])).toStrictEqual({
      calls: [callOf('c1', { a: 1 })],
      damaged: [
        { id: 'c2', name: 'git_show', message: 'Its arguments are not valid JSON: Unexpected end of JSON input.' },
      ],
    });
  });

  test('a second call of one id, and calls without any, are damaged, and the others are not', () => {
    const calls = [entry(0, 'c1', 'git_log', '{}'), entry(1, 'c1', 'git_show', ''), entry(2, null, 'git_log', '')];
    const stream = createToolCallStream('openai');
    for (const event of [...calls, chatEnd]) stream.push(event);
    const damaged = [
      { id: 'c1', name: 'git_show', message: 'An earlier call of this answer has the same id.' },
      { name: 'git_log', message: 'It has no id.' },
    ];
    expect(stream.settle()).toStrictEqual({ calls: [callOf('c1')], damaged });
    expect(() => stream.end()).toThrow(expect.objectContaining({ calls: [callOf('c1')], damaged }));
  });

  test('of a stream that broke off every call is damaged, also one that can be read', () => {
    const message = 'The OpenAI response did not reach its end, so its tool calls may be incomplete.';
    expect(settled('openai', two)).toStrictEqual({
      calls: [],
      damaged: [
        { id: 'c1', name: 'git_log', message },
        { id: 'c2', name: 'git_show', message },
      ],
    });
  });

  test('where no call began there is nothing to answer', () => {
    expect(() => settled('openai', [])).toThrow(AtipParseError);
    expect(() => settled('openai', [{ type: 'error' }])).toThrow('The OpenAI response reports an error.');
  });
});
