import { expect, test } from 'vitest';
import type { Message, ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { formatForProvider } from './format-for-provider.ts';
import { handleToolResult } from './handle-tool-result.ts';

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
