import { expect, test } from 'vitest';
import { AtipParseError } from '../errors/bridge-errors.ts';
import type { ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { parseToolCall } from './parse-tool-call.ts';

const openai = (calls: unknown, reason = 'tool_calls'): unknown => ({
  choices: [{ finish_reason: reason, message: { role: 'assistant', tool_calls: calls } }],
});
const gemini = (parts: unknown, reason = 'STOP'): unknown => ({
  candidates: [{ finishReason: reason, content: { role: 'model', parts } }],
});
const call = (text: unknown, more = {}): unknown => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'git_log', arguments: text },
  ...more,
});

test.each<[string, Provider, unknown, ToolCall[]]>([
  ['one call', 'openai', openai([call('{"limit":5}')]), [{ id: 'call_1', name: 'git_log', arguments: { limit: 5 } }]],
  ['empty arguments', 'openai', openai([call('')]), [{ id: 'call_1', name: 'git_log', arguments: {} }]],
  [
    'arguments as an object, as Ollama sends them',
    'openai',
    openai([call({ a: 1 })]),
    [{ id: 'call_1', name: 'git_log', arguments: { a: 1 } }],
  ],
  [
    'the message alone',
    'openai',
    { role: 'assistant', tool_calls: [call('{}')] },
    [{ id: 'call_1', name: 'git_log', arguments: {} }],
  ],
  ['a call of another kind', 'openai', openai([{ id: 'c', type: 'custom', custom: { name: 'x', input: '' } }]), []],
  ['no calls', 'openai', { choices: [{ message: { role: 'assistant', content: 'Hi' } }] }, []],
  ['calls null', 'openai', openai(null), []],
  [
    'one block',
    'anthropic',
    {
      content: [
        { type: 'text', text: 'Hm' },
        { type: 'tool_use', id: 'tu_1', name: 'git_log', input: { limit: 5 } },
      ],
    },
    [{ id: 'tu_1', name: 'git_log', arguments: { limit: 5 } }],
  ],
  ['no blocks', 'anthropic', { content: [] }, []],
  ['text content', 'anthropic', { content: 'Hi' }, []],
  [
    'one part',
    'gemini',
    gemini([{ functionCall: { name: 'git_log', args: { limit: 5 } } }]),
    [{ id: 'git_log', name: 'git_log', arguments: { limit: 5 } }],
  ],
  [
    'an id is kept',
    'gemini',
    gemini([{ functionCall: { id: 'x1', name: 'git_log' } }]),
    [{ id: 'x1', name: 'git_log', arguments: {} }],
  ],
  [
    'snake case',
    'gemini',
    gemini([{ function_call: { name: 'git_log', args: {} } }]),
    [{ id: 'git_log', name: 'git_log', arguments: {} }],
  ],
  ['text only', 'gemini', gemini([{ text: 'Hi' }]), []],
  ['a candidate without content', 'gemini', { candidates: [{ finishReason: 'SAFETY' }] }, []],
  ['a blocked prompt', 'gemini', { promptFeedback: { blockReason: 'SAFETY' } }, []],
])('%s (%s)', (_name, provider, response, calls) => {
  expect(parseToolCall(provider, response)).toStrictEqual(calls);
});

test.each<[string, Provider, unknown]>([
  ['null', 'openai', null],
  ['no choices', 'openai', {}],
  ['a choice without message', 'openai', { choices: [{}] }],
  ['a call without id', 'openai', openai([{ function: { name: 'x', arguments: '{}' } }])],
  ['broken arguments', 'openai', openai([call('{"a":')])],
  ['arguments that are a list', 'openai', openai([call('[]')])],
  ['cut off at the limit', 'openai', openai([call('{"path":"/tmp/x"}')], 'length')],
  ['stopped by a content filter', 'openai', openai([call('{}')], 'content_filter')],
  ['text', 'anthropic', 'text'],
  ['no content', 'anthropic', {}],
  ['a block without name', 'anthropic', { content: [{ type: 'tool_use', id: 'a' }] }],
  ['input that is a list', 'anthropic', { content: [{ type: 'tool_use', id: 'a', name: 'x', input: [] }] }],
  [
    'cut off at the limit',
    'anthropic',
    { stop_reason: 'max_tokens', content: [{ type: 'tool_use', id: 'a', name: 'x', input: {} }] },
  ],
  [
    'out of context',
    'anthropic',
    { stop_reason: 'model_context_window_exceeded', content: [{ type: 'tool_use', id: 'a', name: 'x', input: {} }] },
  ],
  ['stopped for safety', 'gemini', gemini([{ functionCall: { name: 'x' } }], 'SAFETY')],
  ['a list', 'gemini', []],
  ['no candidates', 'gemini', {}],
  ['a call without name', 'gemini', gemini([{ functionCall: {} }])],
  ['args that are text', 'gemini', gemini([{ functionCall: { name: 'x', args: 'y' } }])],
  ['a malformed call', 'gemini', gemini([], 'MALFORMED_FUNCTION_CALL')],
  ['cut off at the limit', 'gemini', gemini([{ functionCall: { name: 'x' } }], 'MAX_TOKENS')],
])('%s is a parse error (%s)', (_name, provider, response) => {
  expect.assertions(2);
  try {
    parseToolCall(provider, response);
  } catch (error) {
    expect(error).toBeInstanceOf(AtipParseError);
    expect((error as AtipParseError).provider).toBe(provider);
  }
});

test('a __proto__ in the arguments stays data', () => {
  const [parsed] = parseToolCall('openai', openai([call('{"__proto__":{"polluted":true}}')]));
  expect(Object.keys(parsed?.arguments ?? {})).toStrictEqual(['__proto__']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
