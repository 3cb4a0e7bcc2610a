import { AtipParseError } from '../json/atip-error.ts';
import type { DamagedCall, ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { PROVIDERS } from '../providers/list.ts';
import { parseToolCall } from './parse-tool-call.ts';
import { expect, test } from 'vitest';

const openai = (calls: unknown, reason = 'tool_calls'): unknown => ({
  choices: [{ finish_reason: reason, message: { role: 'assistant', tool_calls: calls } }],
});
const gemini = (parts: unknown, reason = 'STOP'): unknown => ({
  candidates: [{ finishReason: reason, content: { role: 'model', parts } }],
});
const responses = (output: unknown, more = {}): unknown => ({
  object: 'response',
  status: 'completed',
  output,
  ...more,
});
const functionCall = (text: unknown, more = {}): unknown => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'git_log',
  arguments: text,
  ...more,
});
const bedrock = (content: unknown, stopReason: unknown = 'tool_use'): unknown => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
});
const toolUse = (input: unknown, more = {}): unknown => ({
  toolUse: { toolUseId: 'tu_1', name: 'git_log', input, ...more },
});
const request = (id: unknown, params: unknown): unknown => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
const call = (text: unknown, more = {}): unknown => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'git_log', arguments: text },
  ...more,
});

const git = (id: unknown, text: unknown): unknown => call(text, { id });

const log = (id: string, values: Record<string, unknown> = {}): ToolCall => ({
  id,
  name: 'git_log',
  arguments: values,
});

test.each<[string, Provider, unknown, ToolCall[]]>([
  ['one call', 'openai', openai([call('{"limit":5}')]), [log('call_1', { limit: 5 })]],
  ['empty arguments', 'openai', openai([call('')]), [log('call_1')]],
  ['arguments as an object, as Ollama sends them', 'openai', openai([call({ a: 1 })]), [log('call_1', { a: 1 })]],
  ['the message alone', 'openai', { role: 'assistant', tool_calls: [call('{}')] }, [log('call_1')]],
  [
    'one block',
    'anthropic',
    {
      content: [
        { type: 'text', text: 'Hm' },
        { type: 'tool_use', id: 'tu_1', name: 'git_log', input: { limit: 5 } },
      ],
    },
    [log('tu_1', { limit: 5 })],
  ],
  [
    'one part',
    'gemini',
    gemini([{ functionCall: { name: 'git_log', args: { limit: 5 } } }]),
    [log('git_log', { limit: 5 })],
  ],
  [
    'names that stand for ids may come twice',
    'gemini',
    gemini([{ functionCall: { name: 'git_log', args: { a: 1 } } }, { functionCall: { name: 'git_log', args: {} } }]),
    [log('git_log', { a: 1 }), log('git_log')],
  ],
  ['empty ids, as some servers send them', 'openai', openai([git('', '{}'), git('', '')]), [log(''), log('')]],
  ['an id is kept', 'gemini', gemini([{ functionCall: { id: 'x1', name: 'git_log' } }]), [log('x1')]],
  ['text only', 'gemini', gemini([{ text: 'Hi' }]), []],
  ['a blocked prompt', 'gemini', { promptFeedback: { blockReason: 'SAFETY' } }, []],
  [
    'a call whose type is null, as some vendors send it',
    'openai',
    openai([call('{}', { type: null })]),
    [log('call_1')],
  ],
  [
    'one call',
    'openai-responses',
    responses([{ type: 'reasoning' }, functionCall('{"limit":5}', { status: 'completed' })]),
    [log('call_1', { limit: 5 })],
  ],
  ['the list of items alone', 'openai-responses', [functionCall('')], [log('call_1')]],
  [
    'a call of another kind',
    'openai-responses',
    responses([{ type: 'custom_tool_call', call_id: 'c', name: 'x' }]),
    [],
  ],
  ['text cut off at the limit', 'openai-responses', responses([{ type: 'message' }], { status: 'incomplete' }), []],
  ['one block', 'bedrock', bedrock([{ text: 'Hm' }, toolUse({ limit: 5 })]), [log('tu_1', { limit: 5 })]],
  ['the message alone', 'bedrock', { role: 'assistant', content: [toolUse(undefined)] }, [log('tu_1')]],
  ['a request', 'mcp', request(7, { name: 'git_log', arguments: { limit: 5 } }), [log('7', { limit: 5 })]],
  ['params alone', 'mcp', { name: 'git_log' }, [log('git_log')]],
  [
    'a batch whose ids differ only in type',
    'mcp',
    [
      request(7, { name: 'a' }),
      request('7', { name: 'a' }),
      request('"7"', { name: 'a' }),
      request('x7', { name: 'a' }),
      request('1e3', { name: 'a' }),
      { jsonrpc: '2.0', id: 8, method: 'tools/list' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 9, result: {} },
    ],
    ['7', '"7"', '"\\"7\\""', 'x7', '1e3'].map((id) => ({ id, name: 'a', arguments: {} })),
  ],
])('%s (%s)', (_name, provider, response, calls) => {
  expect(parseToolCall(provider, response)).toStrictEqual(calls);
});

test.each<[string, Provider, unknown]>([
  ['null', 'openai', null],
  ['stopped by a content filter', 'openai', openai([call('{}')], 'content_filter')],
  [
    'cut off at the limit',
    'anthropic',
    { stop_reason: 'max_tokens', content: [{ type: 'tool_use', id: 'a', name: 'x', input: {} }] },
  ],
  ['stopped for safety', 'gemini', gemini([{ functionCall: { name: 'x' } }], 'SAFETY')],
  ['no candidates', 'gemini', {}],
  ['text', 'openai', 'text'],
  ['a message whose content is text', 'anthropic', { content: 'x' }],
  ['a message whose content is text', 'bedrock', { content: 'x' }],
  [
    'the deprecated form',
    'openai',
    { choices: [{ message: { function_call: { name: 'x', arguments: '{}' } }, finish_reason: 'function_call' }] },
  ],
  ['an unknown reason', 'openai', openai([call('{}')], 'new_reason')],
  ['arguments deeper than 100 levels', 'openai', openai([call(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)])],
  ['an item without type', 'openai-responses', responses([{ call_id: 'c', name: 'x' }])],
  ['cut off at the limit', 'openai-responses', responses([functionCall('{}')], { status: 'incomplete' })],
  ['a response that failed', 'openai-responses', responses([], { status: 'failed' })],
  ['a malformed call', 'bedrock', bedrock([], 'malformed_tool_use')],
  ['neither a request nor its params', 'mcp', {}],
  ['a batch with text', 'mcp', [request(1, { name: 'git_log' }), 'x']],
  ['an empty name', 'openai', openai([{ id: 'c', function: { name: '', arguments: '{}' } }])],
  ['a request without id', 'mcp', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'x' } }],
])('%s is a parse error (%s)', (_name, provider, response) => {
  expect.assertions(2);
  try {
    parseToolCall(provider, response);
  } catch (error) {
    expect(error).toBeInstanceOf(AtipParseError);
    expect((error as AtipParseError).provider).toBe(provider);
  }
});

const withArguments: Readonly<Record<Provider, (value: unknown) => unknown>> = {
  openai: (value) => openai([call(value)]),
  'openai-responses': (value) => responses([functionCall(value)]),
  anthropic: (input) => ({ content: [{ type: 'tool_use', id: 'tu_1', name: 'git_log', input }] }),
  gemini: (args) => gemini([{ functionCall: { name: 'git_log', args } }]),
  mcp: (value) => request(1, { name: 'git_log', arguments: value }),
  bedrock: (input) => bedrock([toolUse(input)]),
};

test.each(PROVIDERS)('%s: no arguments come as nothing, null, blanks, or an empty object', (provider) => {
  const isText = provider.startsWith('openai');
  const none = [undefined, null, '', ' ', '\n\t ', {}, ...(isText ? ['{}', ' {} ', 'null', ' null\n'] : [])];
  const read = none.map((value) => parseToolCall(provider, withArguments[provider](value))[0]?.arguments);
  expect(read).toStrictEqual(none.map(() => ({})));
  const damaged = ['x', 'nul', '[]', '0', 'false', '""', '"{}"', [], 0, false, ...(isText ? [] : ['{}', 'null'])];
  for (const value of damaged) {
    expect(() => parseToolCall(provider, withArguments[provider](value)), String(value)).toThrow(AtipParseError);
  }
});

test('a __proto__ in the arguments stays data', () => {
  const [parsed] = parseToolCall('openai', openai([call('{"__proto__":{"polluted":true}}')]));
  expect(Object.keys(parsed?.arguments ?? {})).toStrictEqual(['__proto__']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('the arguments are a copy: the response cannot change them afterwards', () => {
  const input = { paths: ['a'] };
  const [parsed] = parseToolCall('anthropic', { content: [{ type: 'tool_use', id: 'a', name: 'x', input }] });
  input.paths.push('b');
  expect(parsed?.arguments).toStrictEqual({ paths: ['a'] });
});

test('a response that throws while it is read is a parse error with the cause', () => {
  const cause = new Error('trap');
  const trap = {
    get choices() {
      throw cause;
    },
  };
  expect(() => parseToolCall('openai', trap)).toThrow(
    expect.objectContaining({ name: 'AtipParseError', message: 'The OpenAI response cannot be read.', cause }),
  );
});

test.each<[string, Provider, unknown, ToolCall[], DamagedCall[]]>([
  [
    'arguments that are no JSON',
    'openai',
    openai([git('c1', '{"a":1}'), git('c2', '{"a":'), git('c3', '{}')]),
    [log('c1', { a: 1 }), log('c3')],
    [{ id: 'c2', name: 'git_log', message: 'Its arguments are not valid JSON: Unexpected end of JSON input.' }],
  ],
  [
    'arguments that are no object',
    'openai',
    openai([git('c1', '[1]'), git('c2', '{}')]),
    [log('c2')],
    [{ id: 'c1', name: 'git_log', message: 'Its arguments are not a JSON object.' }],
  ],
  [
    'no id, and no name',
    'openai',
    openai([git(null, '{}'), { id: 'c2', type: 'function', function: { arguments: '{}' } }, git('c3', '')]),
    [log('c3')],
    [
      { name: 'git_log', message: 'It has no id.' },
      { id: 'c2', message: 'It has no name.' },
    ],
  ],
  [
    'an answer that was cut off',
    'openai',
    openai([git('c1', '{"path":"/tmp"}')], 'length'),
    [],
    [{ id: 'c1', name: 'git_log', message: 'The answer ended with "length", so this call may be incomplete.' }],
  ],
  [
    'an id that comes twice',
    'openai',
    openai([git('c1', '{}'), git('c1', '{"a":1}')]),
    [log('c1')],
    [{ id: 'c1', name: 'git_log', message: 'An earlier call of this answer has the same id.' }],
  ],
  [
    'an item that says of itself that it is not complete',
    'openai-responses',
    responses([functionCall('{"a":1}', { status: 'incomplete' }), functionCall('{}', { call_id: 'call_2' })]),
    [log('call_2')],
    [{ id: 'call_1', name: 'git_log', message: 'The provider says that this call is not complete.' }],
  ],
  [
    'a piece of a streamed call',
    'gemini',
    gemini([
      { functionCall: { id: 'g1', name: 'git_log', willContinue: true } },
      { functionCall: { id: 'g2', name: 'git_log' } },
    ]),
    [log('g2')],
    [{ id: 'g1', name: 'git_log', message: 'The provider says that this call is not complete.' }],
  ],
  [
    'a request without a name in a batch',
    'mcp',
    [request(1, { arguments: {} }), request(2, { name: 'git_log' }), request(2, { name: 'git_log' })],
    [log('2')],
    [
      { id: '1', message: 'It has no name.' },
      { id: '2', name: 'git_log', message: 'An earlier call of this answer has the same id.' },
    ],
  ],
  [
    'blocks of which one has an id twice and one has none',
    'anthropic',
    { content: ['t1', 't1', undefined, 't2'].map((id) => ({ type: 'tool_use', id, name: 'git_log', input: {} })) },
    [log('t1'), log('t2')],
    [
      { id: 't1', name: 'git_log', message: 'An earlier call of this answer has the same id.' },
      { name: 'git_log', message: 'It has no id.' },
    ],
  ],
  [
    'arguments as text where objects are sent',
    'bedrock',
    bedrock([toolUse('{}'), toolUse({ a: 1 }, { toolUseId: 'tu_2' })]),
    [log('tu_2', { a: 1 })],
    [{ id: 'tu_1', name: 'git_log', message: 'Its arguments are not a JSON object.' }],
  ],
])('call by call: %s (%s)', (_name, provider, response, calls, damaged) => {
  const error = thrownBy(() => parseToolCall(provider, response));
  expect(error).toBeInstanceOf(AtipParseError);
  expect({ ...(error as AtipParseError) }).toMatchObject({ provider, response, calls, damaged });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

test.each<[Provider, unknown, string]>([
  [
    'openai',
    { error: { message: 'Invalid "model".', code: 'bad' } },
    'OpenAI response reports an error: "Invalid \\"model\\"."',
  ],
  ['openai', { error: 'model not found', choices: [] }, 'OpenAI response reports an error: "model not found"'],
  ['openai-responses', { status: 'failed', error: { message: 'x' }, output: [] }, 'response reports an error: "x"'],
  [
    'anthropic',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    'reports an error: "Overloaded"',
  ],
  [
    'gemini',
    { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } },
    'an error: "API key not valid."',
  ],
  ['bedrock', { type: 'error', message: 7 }, 'reports an error.'],
])('%s: an error in place of an answer is told in the words of the provider', (provider, response, message) => {
  expect(() => parseToolCall(provider, response)).toThrow(message);
});

test('the message of the error tells the first damaged call, and the cause stands in it', () => {
  const error = thrownBy(() => parseToolCall('openai', openai([git('c1', '{"a":1}'), git('c2', '{"a":')])));
  expect(error).toMatchObject({
    message:
      'The OpenAI response has a damaged tool call of "git_log": Its arguments are not valid JSON: Unexpected end of JSON input.',
    cause: expect.any(SyntaxError),
  });
});

test('a response that cannot be read has no calls, good or damaged', () => {
  expect(thrownBy(() => parseToolCall('openai', {}))).toMatchObject({ calls: [], damaged: [] });
});

test.each<[Provider, string]>([
  ['openai', 'The OpenAI response has no "choices".'],
  ['bedrock', 'The Bedrock response has no "content".'],
])("%s: a response of Anthropic's is none that calls nothing", (provider, message) => {
  const content = [{ type: 'tool_use', id: 'call_1', name: 'git_log', input: {} }];
  const response = { type: 'message', role: 'assistant', stop_reason: 'tool_use', content };
  expect(() => parseToolCall(provider, response)).toThrow(message);
});
