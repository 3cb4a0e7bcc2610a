import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AtipParseError } from '../json/atip-error.ts';
import type { ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { createToolCallStream } from './create-tool-call-stream.ts';
import { parseToolCall } from './parse-tool-call.ts';

/** A response as a stream and as a whole. */
interface Recorded {
  readonly events: readonly unknown[];
  readonly whole: unknown;
  /** Number of events after which the response is complete; later ones, such as usage, may be missing. */
  readonly needed: number;
}

/** Cuts a text at random places; a piece may be empty. */
type Cut = (text: string) => string[];
type Encode = (calls: readonly ToolCall[], cut: Cut) => Recorded;

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

const openai: Encode = (calls, cut) => {
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

const responses: Encode = (calls, cut) => {
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

const anthropic: Encode = (calls, cut) => {
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

const bedrock: Encode = (calls, cut) => {
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

const gemini: Encode = (calls) =>
  recorded(
    [...functionCalls(calls).map((part) => candidates([part])), candidates([], 'STOP')],
    candidates(functionCalls(calls), 'STOP'),
    [{ usageMetadata: {} }],
  );

const names = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,20}$/);
const callsOf = (values: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<ToolCall[]> =>
  fc
    .array(fc.tuple(names, values), { maxLength: 4 })
    .map((list) => list.map(([name, value], index) => ({ id: `call_${index}`, name, arguments: value })));

const jsonValue = fc.jsonValue({ maxDepth: 3 });
const anyKey = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '0'));
const anyCalls = callsOf(
  fc
    .array(fc.tuple(anyKey, jsonValue), { maxLength: 4 })
    .map((list) => JSON.parse(JSON.stringify(Object.fromEntries(list)))),
);
const ENCODINGS: [string, Provider, Encode][] = [
  ['OpenAI', 'openai', openai],
  ['OpenAI Responses', 'openai-responses', responses],
  ['Anthropic', 'anthropic', anthropic],
  ['Bedrock', 'bedrock', bedrock],
  ['Gemini', 'gemini', gemini],
];

/** Pieces of these lengths in turn; 0 gives an empty piece and one of length 1. */
const cutBy = (lengths: readonly number[]): Cut => {
  let turn = 0;
  return (text) => {
    if (lengths.length === 0 || text === '') return [text];
    const pieces: string[] = [];
    for (let offset = 0; offset < text.length; ) {
      const length = lengths[turn++ % lengths.length] ?? 0;
      if (length === 0) pieces.push('');
      pieces.push(text.slice(offset, offset + (length || 1)));
      offset += length || 1;
    }
    return pieces;
  };
};

test.each(ENCODINGS)('%s: a stream cut anywhere gives the calls of the whole response', (_name, provider, encode) => {
  fc.assert(
    fc.property(anyCalls, fc.array(fc.nat(12), { maxLength: 5 }), (calls, lengths) => {
      const { events, whole } = encode(calls, cutBy(lengths));
      const stream = createToolCallStream(provider);
      const texts = new Map<number, string>();
      for (const event of JSON.parse(JSON.stringify(events))) {
        for (const { index, argumentsText } of stream.push(event)) {
          texts.set(index, (texts.get(index) ?? '') + argumentsText);
        }
      }
      expect(JSON.stringify(stream.end())).toBe(JSON.stringify(calls));
      expect(JSON.stringify(parseToolCall(provider, whole))).toBe(JSON.stringify(calls));
      for (const [index, text] of texts) {
        expect(JSON.stringify(JSON.parse(text || '{}'))).toBe(JSON.stringify(calls[index]?.arguments));
      }
    }),
  );
});

test.each(ENCODINGS)('%s: a stream that breaks off anywhere gives no call', (_name, provider, encode) => {
  fc.assert(
    fc.property(anyCalls, fc.array(fc.nat(12), { maxLength: 3 }), (calls, lengths) => {
      const { events, needed } = encode(calls, cutBy(lengths));
      const stream = createToolCallStream(provider);
      for (const event of events.slice(0, needed)) {
        let error: unknown;
        try {
          stream.end();
        } catch (thrown) {
          error = thrown;
        }
        if (!(error instanceof AtipParseError)) expect.fail('a stream without its end was taken for a whole one');
        stream.push(event);
      }
      expect(JSON.stringify(stream.end())).toBe(JSON.stringify(calls));
    }),
  );
});
