import { expect, test } from 'vitest';
import { ended } from '../testing/documents.ts';
import type { ToolCall } from '../types/call.ts';
import type { Message, Provider } from '../types/provider.ts';
import { formatForProvider, handleToolResult } from './format-results.ts';

const CALL: ToolCall = { id: 'id_1', name: 'git_log', arguments: {} };

const ERROR = { isError: true };
const openai = (id: string, content: string): Message => ({ role: 'tool', tool_call_id: id, content });
const anthropic = (id: string, content: string, more = {}): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content, ...more }],
});
const gemini = (name: string, response: Record<string, unknown>, more = {}): Message => ({
  role: 'user',
  parts: [{ function_response: { ...more, name, response } }],
});
const responses = (id: string, output: string): Message => ({ type: 'function_call_output', call_id: id, output });
const mcp = (text: string, isError: boolean): Message => ({ content: [{ type: 'text', text }], isError });
const bedrock = (toolUseId: string, text: string, status: 'success' | 'error'): Message => ({
  role: 'user',
  content: [{ toolResult: { toolUseId, content: [{ text }], status } }],
});

test.each<[string, Provider, string | ToolCall, unknown, { isError?: boolean }, Message]>([
  ['text', 'openai', 'c1', 'done', {}, openai('c1', 'done')],
  ['an object', 'openai', CALL, { ok: true }, {}, openai('id_1', '{"ok":true}')],
  ['nothing', 'openai', 'c1', undefined, {}, openai('c1', 'undefined')],
  ['null', 'openai', 'c1', null, {}, openai('c1', 'null')],
  ['nothing', 'anthropic', 't1', undefined, {}, anthropic('t1', 'undefined')],
  ['an object', 'anthropic', 't1', { ok: true }, {}, anthropic('t1', '{"ok":true}')],
  ['an error', 'anthropic', CALL, 'no', ERROR, anthropic('id_1', 'no', { is_error: true })],
  ['an object as it is', 'gemini', 'list_prs', { prs: [1] }, {}, gemini('list_prs', { prs: [1] })],
  ['text, wrapped', 'gemini', CALL, 'done', {}, gemini('git_log', { output: 'done' }, { id: 'id_1' })],
  ['an error', 'gemini', 'x', 'no', ERROR, gemini('x', { error: 'no' })],
  ['a date, wrapped', 'gemini', 'x', new Date(0), {}, gemini('x', { output: '1970-01-01T00:00:00.000Z' })],
  ['nothing', 'gemini', 'x', undefined, {}, gemini('x', { output: null })],
  ['a function', 'gemini', 'x', () => 1, {}, gemini('x', { output: null })],
  ['a word', 'gemini', 'x', 'undefined', {}, gemini('x', { output: 'undefined' })],
  ['an object', 'openai-responses', CALL, { ok: true }, {}, responses('id_1', '{"ok":true}')],
  ['an error', 'openai-responses', 'c1', 'no', ERROR, responses('c1', 'no')],
  ['text', 'mcp', CALL, 'done', {}, mcp('done', false)],
  ['an error', 'mcp', 'x', { no: 1 }, ERROR, mcp('{"no":1}', true)],
  ['text', 'bedrock', CALL, 'done', {}, bedrock('id_1', 'done', 'success')],
  ['an error', 'bedrock', 't1', { no: 1 }, ERROR, bedrock('t1', '{"no":1}', 'error')],
])('%s (%s)', (_name, provider, id, result, settings, message) => {
  expect(handleToolResult(provider, id, result, settings)).toStrictEqual(message);
});

test.each<Provider>(['openai', 'openai-responses', 'anthropic', 'mcp', 'bedrock'])(
  'text goes as it is, any other value as JSON (%s)',
  (provider) => {
    const sent = (value: unknown) => JSON.stringify(handleToolResult(provider, 'c1', value));
    // Bedrock refuses blank ones.
    const blank = provider === 'bedrock' ? [] : ['', ' '];
    for (const text of ['on main', '"quoted"', ...blank]) expect(sent(text)).toContain(`:${JSON.stringify(text)}`);
    for (const value of [{ a: [1] }, ['x'], 42, true, null]) {
      expect(sent(value)).toContain(`:${JSON.stringify(JSON.stringify(value))}`);
    }
  },
);

test('what JSON cannot say is told rather than thrown', () => {
  const cyclic: Record<string, unknown> = { big: 10n, twice: [1] };
  cyclic['self'] = cyclic;
  cyclic['again'] = cyclic['twice'];
  const content = '{"big":"10","twice":[1],"self":"[circular]","again":[1]}';
  expect(handleToolResult('openai', 'c', cyclic)).toStrictEqual(openai('c', content));
  // Gemini gets a JSON copy.
  expect(JSON.stringify(handleToolResult('gemini', 'x', cyclic))).toContain(`"response":${content}`);
});

test('a formatted result sends its redacted content and whether it failed', () => {
  const raw = {
    ...ended({ exitCode: 1, stdout: 'SECRET' }),
    success: false,
    command: [],
    toolCallId: 'id_1',
    toolName: 'git_log',
  };
  expect(formatForProvider('anthropic', CALL, { content: 'clean', success: false, raw })).toStrictEqual(
    anthropic('id_1', 'clean', { is_error: true }),
  );
});

test('a result longer than the Responses API takes is cut, says so, and has no half characters', () => {
  const limit = 10_485_760;
  const fits = 'x'.repeat(limit);
  expect(handleToolResult('openai-responses', 'c', fits)).toStrictEqual(responses('c', fits));
  for (const text of ['\u{1f600}'.repeat(limit / 2 + 1), `x${'\u{1f600}'.repeat(limit / 2)}`]) {
    const message = handleToolResult('openai-responses', 'c', text);
    const output = 'output' in message ? message.output : '';
    expect(output).toHaveLength(limit);
    expect(output.endsWith('\n[TRUNCATED - output exceeded 10485760 characters]')).toBe(true);
    expect(/\p{Surrogate}/u.test(output)).toBe(false);
  }
});

test.each(['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'bedrock'] as const)(
  'a result without a form as JSON is an error of ours (%s)',
  (provider) => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const trap = {
      toJSON() {
        throw new TypeError('trap');
      },
    };
    for (const result of [deep, trap]) {
      expect(() => handleToolResult(provider, 'c', result)).toThrow(
        expect.objectContaining({ name: 'AtipError', code: 'INVALID_RESPONSE' }),
      );
    }
  },
);
