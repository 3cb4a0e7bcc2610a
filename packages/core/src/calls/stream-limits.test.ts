import { AtipParseError } from '../errors/atip-error.ts';
import {
  added,
  anthropicEnd,
  blockStart,
  blockStop,
  chat,
  completed,
  converse,
  converseStart,
  done,
  entry,
  itemDone,
  jsonDelta,
  piece,
  toolUse,
} from '../testing/stream-events.ts';
import type { ToolCall, ToolCallStream } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { createToolCallStream } from './create-tool-call-stream.ts';
import { describe, expect, test } from 'vitest';

const run = (provider: Provider, events: readonly unknown[]): ToolCall[] => {
  const stream = createToolCallStream(provider);
  for (const event of events) stream.push(event);
  return stream.end();
};
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

  test('100 levels', () => {
    const nested = (levels: number): unknown[] => [
      blockStart(0, toolUse('a')),
      jsonDelta(0, `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
      blockStop(0),
      ...anthropicEnd('tool_use'),
    ];
    expect(run('anthropic', nested(100))).toHaveLength(1);
    expect(() => run('anthropic', nested(101))).toThrow('nested more than 100 deep');
    expect(() => run('anthropic', nested(2_000_000))).toThrow(AtipParseError);
  });
});

test('1 MB of arguments in small pieces costs in proportion to its length, each preview looked at', {
  timeout: 30_000,
}, () => {
  // Quadratic, this would take minutes: the test's time limit is the assertion.
  const stream = createToolCallStream('openai-responses');
  const text = `{"text":"${'0123456789abcdef'.repeat(65_000)}"}`;
  stream.push(added);
  const looks: number[] = [];
  for (let offset = 0; offset < text.length; offset += 16) {
    const [delta] = stream.push(piece(text.slice(offset, offset + 16)));
    looks.push(String(delta?.preview?.['text']).length);
  }
  expect(looks.slice(0, 2)).toStrictEqual([7, 23]);
  expect(looks.at(-1)).toBe(32 * 1024 - 9);
  stream.push(done(text));
  stream.push(itemDone({ arguments: text }));
  stream.push(completed());
  expect(JSON.stringify(stream.end()[0]?.arguments)).toBe(text);
});
