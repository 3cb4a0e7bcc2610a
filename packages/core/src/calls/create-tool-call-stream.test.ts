import { describe, expect, test } from 'vitest';
import {
  chat,
  entry,
  chatEnd,
  item,
  added,
  piece,
  done,
  itemDone,
  completed,
  blockStart,
  toolUse,
  jsonDelta,
  blockStop,
  anthropicEnd,
  gemini,
  grows,
  begins,
  converse,
  converseStart,
  converseStop,
  converseEnd,
} from '../testing/stream-events.ts';
import type { ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { createToolCallStream } from './create-tool-call-stream.ts';

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
        { type: 'message_start', message: { content: [], stop_reason: null } },
        { type: 'ping' },
        blockStart(0, { type: 'text', text: '' }),
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '{' } },
        blockStop(0),
        blockStart(1, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
        jsonDelta(1, '{"query":"x"}'),
        blockStop(1),
        blockStart(2, toolUse('t1')),
        jsonDelta(2, ''),
        jsonDelta(2, '{"a"'),
        jsonDelta(2, ':1}'),
        blockStop(2),
        blockStart(3, toolUse('t2')),
        blockStop(3),
        ...anthropicEnd('tool_use'),
      ],
      [callOf('t1', { a: 1 }), callOf('t2')],
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
    ['a blocked prompt', 'gemini', [{ promptFeedback: { blockReason: 'SAFETY' } }], []],
    [
      'arguments in pieces',
      'gemini',
      [
        begins,
        grows({ jsonPath: '$.path', stringValue: '/tmp', willContinue: true }),
        grows({ jsonPath: '$.path', stringValue: '/x' }, { jsonPath: '$.n', numberValue: 0 }),
        grows({ jsonPath: '$.none', nullValue: 'NULL_VALUE' }, { jsonPath: '$.no', boolValue: false }),
        grows({ jsonPath: '$.tags[]' }, { jsonPath: '$.list[0].a', stringValue: '' }),
        grows({ jsonPath: '$.list[1].__proto__', willContinue: true }, { jsonPath: '$.list[1].__proto__' }),
        gemini([{}]),
        gemini([{ name: 'git_log', partialArgs: [{ jsonPath: '$.a', numberValue: 1 }] }]),
        gemini([{}], 'STOP'),
      ],
      [
        callOf(
          'git_log',
          JSON.parse('{"path":"/tmp/x","n":0,"none":null,"no":false,"tags":[],"list":[{"a":""},{"__proto__":""}]}'),
        ),
        callOf('git_log', { a: 1 }),
      ],
    ],
    [
      'a text block without a start, two calls that alternate',
      'bedrock',
      [
        { messageStart: { role: 'assistant' } },
        { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Hm' } } },
        converseStop(0),
        converseStart(1, 't1'),
        converseStart(2, 't2'),
        converse(1, '{"a"'),
        converse(1, ':1}'),
        converseStop(2),
        converseStop(1),
        converseEnd,
        { metadata: { usage: {} } },
      ],
      [callOf('t1', { a: 1 }), callOf('t2')],
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

test('deltas tell what was added, and a preview that is never more than what was received', () => {
  const stream = createToolCallStream('anthropic');
  const deltas = [
    blockStart(0, toolUse('t1')),
    jsonDelta(0, ''),
    jsonDelta(0, '{"path":"/tm'),
    jsonDelta(0, 'p/x"}'),
    blockStop(0),
  ].flatMap((event) => stream.push(event));
  const known = { index: 0, id: 't1', name: 'git_log' };
  expect(JSON.parse(JSON.stringify(deltas))).toStrictEqual([
    { ...known, argumentsText: '' },
    { ...known, argumentsText: '{"path":"/tm', preview: { path: '/tm' } },
    { ...known, argumentsText: 'p/x"}', preview: { path: '/tmp/x' } },
  ]);
  expect(deltas[1]?.preview).toBe(deltas[1]?.preview);
});

test('deltas of whole and of growing objects', () => {
  const stream = createToolCallStream('gemini');
  const known = { index: 0, id: 'git_log', name: 'git_log' };
  const first = stream.push(begins);
  const second = stream.push(grows({ jsonPath: '$.a', stringValue: 'x', willContinue: true }));
  expect(JSON.parse(JSON.stringify(second))).toStrictEqual([{ ...known, argumentsText: '', preview: { a: 'x' } }]);
  const third = stream.push(gemini([{ partialArgs: [{ jsonPath: '$.a', stringValue: 'y' }] }]));
  expect(JSON.parse(JSON.stringify([first, second, third]))).toStrictEqual([
    // Not looked at before, it shows what is known now.
    [{ ...known, argumentsText: '', preview: { a: 'xy' } }],
    [{ ...known, argumentsText: '', preview: { a: 'x' } }],
    [{ ...known, argumentsText: '{"a":"xy"}', preview: { a: 'xy' } }],
  ]);
  const [whole] = stream.push(gemini([{ id: 'x2', name: 'rm', args: { b: 1 } }], 'STOP'));
  expect({ ...whole }).toStrictEqual({
    index: 1,
    id: 'x2',
    name: 'rm',
    argumentsText: '{"b":1}',
    preview: { b: 1 },
  });
});

test('a preview cannot be used to change the call', () => {
  const stream = createToolCallStream('gemini');
  const [delta] = stream.push(gemini([{ name: 'x', args: { a: [1] } }], 'STOP'));
  const seen = delta?.preview?.['a'];
  if (!Array.isArray(seen)) expect.fail('no preview');
  seen.push(2);
  expect(stream.end()).toStrictEqual([{ id: 'x', name: 'x', arguments: { a: [1] } }]);
});
