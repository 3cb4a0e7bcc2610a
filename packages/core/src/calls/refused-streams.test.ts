import { AtipParseError } from '../errors/atip-error.ts';
import {
  added,
  anthropicEnd,
  begins,
  blockStart,
  blockStop,
  chat,
  chatEnd,
  completed,
  converse,
  converseStart,
  converseStop,
  done,
  entry,
  gemini,
  grows,
  item,
  itemDone,
  jsonDelta,
  piece,
  toolUse,
} from '../testing/stream-events.ts';
import type { Provider } from '../types/provider.ts';
import { createToolCallStream } from './create-tool-call-stream.ts';
import { expect, test } from 'vitest';

test.each<[string, Provider, unknown[]]>([
  ['nothing', 'openai', []],
  ['only [DONE]', 'openai', ['[DONE]']],
  ['cut off at the limit', 'openai', [entry(0, 'c1', 'git_log', '{}'), chat({}, 'length')]],
  ['cut off, then said to have stopped', 'openai', [entry(0, 'c1', 'git_log', '{}'), chat({}, 'length'), chatEnd]],
  ['stopped, then said to be cut off', 'openai', [entry(0, 'c1', 'git_log', '{}'), chatEnd, chat({}, 'length')]],
  ['half the arguments', 'openai', [entry(0, 'c1', 'git_log', '{"a":'), chatEnd]],
  ['no id', 'openai', [entry(0, '', 'git_log', '{}'), chatEnd]],
  ['no name', 'openai', [entry(0, 'c1', '', '{}'), chatEnd]],
  [
    'incomplete',
    'openai-responses',
    [added, done('{}'), { type: 'response.incomplete', response: { status: 'incomplete' } }],
  ],
  ['a failure', 'openai-responses', [{ type: 'response.failed', response: { status: 'failed' } }]],
  ['cut off at the limit', 'anthropic', [blockStart(0, toolUse('t1')), blockStop(0), ...anthropicEnd('max_tokens')]],
  ['cut off at the limit', 'gemini', [gemini([{ name: 'x' }], 'MAX_TOKENS')]],
  ['a malformed call', 'gemini', [gemini([], 'MALFORMED_FUNCTION_CALL')]],
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
  ['an error', 'openai', [{ error: { message: 'overloaded' } }], 'reports an error'],
  ['an error', 'openai-responses', [{ type: 'error', message: 'x' }], 'reports an error'],
  ['an error', 'anthropic', [{ type: 'error', error: { type: 'overloaded_error' } }], 'reports an error'],
  ['an error', 'bedrock', [{ throttlingException: new Error('x') }], 'reports an error'],
  ['choices that are no list', 'openai', [{ choices: {} }], '"choices" that is not a list'],
  ['the deprecated form', 'openai', [chat({ function_call: { name: 'x' } })], 'deprecated'],
  ['arguments of a wrong type', 'openai', [entry(0, 'c1', 'x', 5)], 'wrong type'],
  ['another name for the same call', 'openai', [...started, entry(0, 'c1', 'rm', '')], 'changes the name'],
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
  ['a piece of no block', 'anthropic', [jsonDelta(0, '{}')], 'did not begin'],
  [
    'a piece of a block that is over',
    'anthropic',
    [blockStart(0, toolUse('a')), blockStop(0), jsonDelta(0, '{}')],
    'after',
  ],
  ['input that is text', 'anthropic', [blockStart(0, toolUse('a', '{}'))], 'wrong type'],
  [
    'input at the start and in pieces',
    'anthropic',
    [blockStart(0, toolUse('a', { a: 1 })), jsonDelta(0, '{}')],
    'twice',
  ],
  ['args that are text', 'gemini', [gemini([{ name: 'x', args: '{}' }])], 'wrong type'],
  ['a call without name', 'gemini', [gemini([{}])], 'without "name"'],
  ['a call within a call', 'gemini', [begins, gemini([{ name: 'y' }])], 'within another'],
  [
    'pieces after the end',
    'gemini',
    [begins, gemini([{}]), grows({ jsonPath: '$.a', numberValue: 1 })],
    'after its end',
  ],
  ['partialArgs that are no list', 'gemini', [begins, gemini([{ partialArgs: {} }])], '"partialArgs" that is not'],
  ['a hole in a list', 'gemini', [begins, grows({ jsonPath: '$.a[4294967294]', numberValue: 1 })], 'do not fit'],
  [
    'a number that goes on',
    'gemini',
    [begins, grows({ jsonPath: '$.a', numberValue: 1, willContinue: true })],
    'do not fit',
  ],
  [
    'a value twice',
    'gemini',
    [begins, grows({ jsonPath: '$.a', stringValue: 'x' }, { jsonPath: '$.a', stringValue: 'y' })],
    'twice',
  ],
  [
    'a text that does not end',
    'gemini',
    [begins, grows({ jsonPath: '$.a', stringValue: 'x', willContinue: true }), gemini([{}])],
    'within a text',
  ],
  ['a piece of no block', 'bedrock', [converse(0, '{}')], 'did not begin'],
  ['arguments that are JSON text', 'mcp', [{ name: 'x', arguments: '{}' }], 'wrong type'],
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
  // What came before is not to be had either, whatever follows.
  expect(() => stream.push([])).toThrow(error as Error);
  expect(() => stream.end()).toThrow(error as Error);
});
