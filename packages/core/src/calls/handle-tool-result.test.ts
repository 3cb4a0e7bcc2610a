import { expect, test } from 'vitest';
import type { ToolCall } from '../types/call.ts';
import type { Message, Provider } from '../types/provider.ts';
import { formatForProvider, handleToolResult } from './handle-tool-result.ts';

const CALL: ToolCall = { id: 'id_1', name: 'git_log', arguments: {} };

test.each<[string, Provider, string | ToolCall, unknown, { isError?: boolean }, Message]>([
  ['text', 'openai', 'c1', 'done', {}, { role: 'tool', tool_call_id: 'c1', content: 'done' }],
  ['an object', 'openai', CALL, { ok: true }, {}, { role: 'tool', tool_call_id: 'id_1', content: '{"ok":true}' }],
  ['nothing', 'openai', 'c1', undefined, {}, { role: 'tool', tool_call_id: 'c1', content: 'null' }],
  [
    'an object',
    'anthropic',
    't1',
    { ok: true },
    {},
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '{"ok":true}' }] },
  ],
  [
    'an error',
    'anthropic',
    CALL,
    'no',
    { isError: true },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'id_1', content: 'no', is_error: true }] },
  ],
  [
    'an object as it is',
    'gemini',
    'list_prs',
    { prs: [1] },
    {},
    { role: 'user', parts: [{ function_response: { name: 'list_prs', response: { prs: [1] } } }] },
  ],
  [
    'text, wrapped',
    'gemini',
    CALL,
    'done',
    {},
    { role: 'user', parts: [{ function_response: { id: 'id_1', name: 'git_log', response: { output: 'done' } } }] },
  ],
  [
    'an error',
    'gemini',
    'x',
    'no',
    { isError: true },
    { role: 'user', parts: [{ function_response: { name: 'x', response: { error: 'no' } } }] },
  ],
  [
    'a date, wrapped',
    'gemini',
    'x',
    new Date(0),
    {},
    { role: 'user', parts: [{ function_response: { name: 'x', response: { output: '1970-01-01T00:00:00.000Z' } } }] },
  ],
  [
    'nothing',
    'gemini',
    'x',
    undefined,
    {},
    { role: 'user', parts: [{ function_response: { name: 'x', response: { output: null } } }] },
  ],
  [
    'an object',
    'openai-responses',
    CALL,
    { ok: true },
    {},
    { type: 'function_call_output', call_id: 'id_1', output: '{"ok":true}' },
  ],
  [
    'an error',
    'openai-responses',
    'c1',
    'no',
    { isError: true },
    { type: 'function_call_output', call_id: 'c1', output: 'no' },
  ],
  ['text', 'mcp', CALL, 'done', {}, { content: [{ type: 'text', text: 'done' }], isError: false }],
  [
    'an error',
    'mcp',
    'x',
    { no: 1 },
    { isError: true },
    { content: [{ type: 'text', text: '{"no":1}' }], isError: true },
  ],
  [
    'text',
    'bedrock',
    CALL,
    'done',
    {},
    { role: 'user', content: [{ toolResult: { toolUseId: 'id_1', content: [{ text: 'done' }], status: 'success' } }] },
  ],
  [
    'an error',
    'bedrock',
    't1',
    { no: 1 },
    { isError: true },
    { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [{ text: '{"no":1}' }], status: 'error' } }] },
  ],
])('%s (%s)', (_name, provider, id, result, settings, message) => {
  expect(handleToolResult(provider, id, result, settings)).toStrictEqual(message);
});

test('what JSON cannot say is told rather than thrown', () => {
  const cyclic: Record<string, unknown> = { big: 10n, twice: [1] };
  cyclic['self'] = cyclic;
  cyclic['again'] = cyclic['twice'];
  expect(handleToolResult('openai', 'c', cyclic)).toStrictEqual({
    role: 'tool',
    tool_call_id: 'c',
    content: '{"big":"10","twice":[1],"self":"[circular]","again":[1]}',
  });
});

test('a formatted result sends its redacted content and whether it failed', () => {
  const raw = {
    exitCode: 1,
    stdout: 'SECRET',
    stderr: '',
    duration: 1,
    truncated: false,
    timedOut: false,
    success: false,
    command: [],
    toolCallId: 'id_1',
    toolName: 'git_log',
  };
  expect(formatForProvider('anthropic', CALL, { content: 'clean', success: false, raw })).toStrictEqual({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'id_1', content: 'clean', is_error: true }],
  });
});

test('a result longer than the Responses API takes is cut, says so, and has no half characters', () => {
  const limit = 10_485_760;
  const fits = 'x'.repeat(limit);
  expect(handleToolResult('openai-responses', 'c', fits)).toStrictEqual({
    type: 'function_call_output',
    call_id: 'c',
    output: fits,
  });
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

test('what goes to Gemini is JSON of its own', () => {
  const cyclic: Record<string, unknown> = { big: 10n };
  cyclic['self'] = cyclic;
  const message = handleToolResult('gemini', 'x', cyclic);
  expect(JSON.stringify(message)).toContain('"response":{"big":"10","self":"[circular]"}');
});
