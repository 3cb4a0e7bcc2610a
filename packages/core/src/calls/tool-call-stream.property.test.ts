import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AtipParseError } from '../errors/atip-error.ts';
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
