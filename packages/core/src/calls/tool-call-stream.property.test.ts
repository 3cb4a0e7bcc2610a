import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AtipError, AtipParseError } from '../errors/atip-error.ts';
import {
  anthropic,
  bedrock,
  type Cut,
  type Encode,
  gemini,
  openai,
  responses,
  vertex,
} from '../testing/recorded-streams.ts';
import type { ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { createToolCallStream } from './create-tool-call-stream.ts';
import { parseToolCall } from './parse-tool-call.ts';

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
const pathKey = fc.oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/), fc.constant('__proto__'));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.array(fc.tuple(pathKey, tie('tree')), { minLength: 1, maxLength: 3 }).map((list) => Object.fromEntries(list)),
  ),
}));
const treeCalls = callsOf(
  fc
    .array(fc.tuple(pathKey, tree), { maxLength: 3 })
    .map((list) => JSON.parse(JSON.stringify(Object.fromEntries(list)))),
);

const ENCODINGS: [string, Provider, Encode, fc.Arbitrary<ToolCall[]>][] = [
  ['OpenAI', 'openai', openai, anyCalls],
  ['OpenAI Responses', 'openai-responses', responses, anyCalls],
  ['Anthropic', 'anthropic', anthropic, anyCalls],
  ['Bedrock', 'bedrock', bedrock, anyCalls],
  ['Gemini', 'gemini', gemini, anyCalls],
  ['Vertex', 'gemini', vertex, treeCalls],
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

test.each(ENCODINGS)(
  '%s: a stream cut anywhere gives the calls of the whole response',
  (_name, provider, encode, all) => {
    fc.assert(
      fc.property(all, fc.array(fc.nat(12), { maxLength: 5 }), (calls, lengths) => {
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
  },
);

test.each(ENCODINGS)('%s: a stream that breaks off anywhere gives no call', (_name, provider, encode, all) => {
  fc.assert(
    fc.property(all, fc.array(fc.nat(12), { maxLength: 3 }), (calls, lengths) => {
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

/** Names and words of all providers' forms, so that junk gets past the first check. */
const words = fc.constantFrom(
  ...`
  choices delta message tool_calls function name arguments id index finish_reason type output item response status
  call_id output_index item_id content content_block partial_json stop_reason input candidates parts partialArgs
  functionCall args willContinue jsonPath stringValue finishReason contentBlockStart contentBlockDelta start
  contentBlockIndex toolUse toolUseId messageStop stopReason jsonrpc method params tools/call tool_use STOP
  function_call content_block_start content_block_delta input_json_delta message_stop completed tool_calls
  response.output_item.added response.output_item.done response.completed $.a[0] $.__proto__ {} __proto__
  `
    .trim()
    .split(/\s+/),
);
const { junk } = fc.letrec((tie) => ({
  junk: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    words,
    fc.constantFrom(null, undefined, true, 0, 1, -1, Number.NaN, 2 ** 40, '', 10n, Symbol('x')),
    fc.array(tie('junk'), { maxLength: 3 }),
    fc.array(fc.tuple(words, tie('junk')), { maxLength: 5 }).map((list) => Object.fromEntries(list)),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
  ),
}));

/** Runs it; only errors of this library may come out. */
function onlyOurs(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof AtipError)) throw error;
  }
}

/** Recorded events with one value somewhere replaced by junk. */
function damage(value: unknown, place: number, by: unknown): unknown {
  const seen = { left: place };
  const walk = (node: unknown): unknown => {
    if (seen.left-- === 0) return by;
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item)]));
  };
  return walk(value);
}

test.each(ENCODINGS)(
  '%s: a damaged stream ends in an error of ours, or in calls with a name and an object',
  (_name, provider, encode, all) => {
    fc.assert(
      fc.property(all, fc.integer({ min: 1, max: 80 }), junk, (calls, place, by) => {
        const { events, whole } = encode(calls, cutBy([5]));
        const stream = createToolCallStream(provider);
        onlyOurs(() => parseToolCall(provider, damage(whole, place, by)));
        onlyOurs(() => {
          for (const event of damage(events, place, by) as unknown[]) stream.push(event);
          for (const call of stream.end()) {
            expect([typeof call.id, typeof call.name]).toStrictEqual(['string', 'string']);
            expect(JSON.stringify(call.arguments)).toMatch(/^\{/);
          }
        });
      }),
    );
  },
);
