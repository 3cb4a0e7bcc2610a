import { type Provider, parseToolCall } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { collectStream } from './collect-stream.ts';
import { saidIn } from './said.ts';

async function* sent(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events;
}

const AGENT_PROVIDERS = ['openai', 'openai-responses', 'anthropic', 'gemini', 'bedrock'] as const;
const LOG = { id: 'c1', name: 'git_log', arguments: { n: 2 } };
const STATUS = { id: 'c2', name: 'git_status', arguments: {} };

/** The calls of what a model said, as a server that keeps a history parses it again. */
function callsIn(provider: Provider, messages: readonly unknown[]) {
  const history = provider === 'openai-responses' ? messages : again(provider, messages[0]);
  return parseToolCall(provider, history);
}

test.each(AGENT_PROVIDERS)('what %s sends, in a stream or whole, is what its next request holds', async (provider) => {
  const { response, reading } = await collectStream(provider, sent(EXAMPLES[provider].stream()));
  expect(reading).toStrictEqual({ calls: [LOG, STATUS], damaged: [] });
  const { messages, text } = saidIn(provider, response);
  expect([callsIn(provider, messages), text]).toStrictEqual([[LOG, STATUS], '']);
  const whole = saidIn(provider, EXAMPLES[provider].response({ name: 'git_log', arguments: { n: 2 } }));
  expect(callsIn(provider, whole.messages).map(({ name }) => name)).toStrictEqual(['git_log']);
});

function again(provider: Provider, message: unknown): unknown {
  if (provider === 'openai') return { choices: [{ message, finish_reason: 'tool_calls' }] };
  if (provider === 'gemini') return { candidates: [{ content: message, finishReason: 'STOP' }] };
  if (provider === 'bedrock') return { output: { message }, stopReason: 'tool_use' };
  return { ...Object(message), stop_reason: 'tool_use' };
}

test('texts and thoughts arrive in pieces and are kept, signatures too', async () => {
  const said = async (provider: Provider, events: readonly unknown[]) =>
    saidIn(provider, (await collectStream(provider, sent(events))).response);
  const chunk = (content: string, finish_reason: string | null = null): object => ({
    choices: [{ index: 0, delta: { content }, finish_reason }],
  });
  expect(await said('openai', [chunk('Hel'), chunk('lo', 'stop')])).toStrictEqual({
    ...{ messages: [{ role: 'assistant', content: 'Hello' }], text: 'Hello' },
  });

  const delta = (index: number, piece: object): object => ({ type: 'content_block_delta', index, delta: piece });
  const claude = await said('anthropic', [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    delta(0, { type: 'thinking_delta', thinking: 'Hm' }),
    delta(0, { type: 'signature_delta', signature: 's1' }),
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    delta(1, { type: 'text_delta', text: 'Hel' }),
    delta(1, { type: 'text_delta', text: 'lo' }),
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  ]);
  expect(claude).toStrictEqual({
    messages: [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 's1' },
          { type: 'text', text: 'Hello' },
        ],
      },
    ],
    text: 'Hello',
  });

  const parts = (...list: object[]): object => ({ candidates: [{ content: { role: 'model', parts: list } }] });
  const gemini = await said('gemini', [
    parts({ text: 'Hm', thought: true }),
    parts({ text: 'Hel' }),
    parts({ text: 'lo', thoughtSignature: 's1' }),
    { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }] },
  ]);
  expect(gemini).toStrictEqual({
    messages: [
      {
        role: 'model',
        parts: [
          { text: 'Hm', thought: true },
          { text: 'Hello', thoughtSignature: 's1' },
        ],
      },
    ],
    text: 'Hello',
  });

  const block = (contentBlockIndex: number, piece: object): object => ({
    contentBlockDelta: { contentBlockIndex, delta: piece },
  });
  const nova = await said('bedrock', [
    { messageStart: { role: 'assistant' } },
    block(0, { reasoningContent: { text: 'Hm' } }),
    block(0, { reasoningContent: { signature: 's1' } }),
    { contentBlockStop: { contentBlockIndex: 0 } },
    block(1, { text: 'Hel' }),
    block(1, { text: 'lo' }),
    { contentBlockStop: { contentBlockIndex: 1 } },
    { messageStop: { stopReason: 'end_turn' } },
  ]);
  expect(nova).toStrictEqual({
    messages: [
      {
        role: 'assistant',
        content: [{ reasoningContent: { reasoningText: { text: 'Hm', signature: 's1' } } }, { text: 'Hello' }],
      },
    ],
    text: 'Hello',
  });
});

test('what only answers have is left out, and damage is made good', () => {
  const call = (text: unknown): object => ({
    id: 'c1',
    type: 'function',
    function: { name: 'git_log', arguments: text },
  });
  const message = {
    role: 'assistant',
    content: 'Hi',
    annotations: [],
    audio: null,
    refusal: null,
    tool_calls: [call('{"a":'), call('[1]')],
  };
  expect(saidIn('openai', { choices: [{ message }] })).toStrictEqual({
    messages: [{ role: 'assistant', content: 'Hi', refusal: null, tool_calls: [call('{}'), call('{}')] }],
    text: 'Hi',
  });
  const output = [
    { type: 'reasoning', id: 'rs_1', summary: [], status: 'completed' },
    {
      type: 'message',
      id: 'm_1',
      role: 'assistant',
      status: 'incomplete',
      content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
    },
    { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'git_log', arguments: '{', status: 'incomplete' },
  ];
  expect(saidIn('openai-responses', { output })).toStrictEqual({
    messages: [
      output[0],
      { ...output[1], status: 'completed' },
      { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'git_log', arguments: '{}' },
    ],
    text: 'Hi',
  });
  expect(
    saidIn('anthropic', { content: [{ type: 'tool_use', id: 't', name: 'git_log', input: 'x' }] }).messages,
  ).toStrictEqual([{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'git_log', input: {} }] }]);
});

test('a call of Gemini whose arguments are no object goes back with an empty one', () => {
  const parts = [{ functionCall: { name: 'git_log', args: ['n'] } }, { text: 'Hi' }];
  expect(saidIn('gemini', { candidates: [{ content: { parts } }] }).messages).toStrictEqual([
    { role: 'model', parts: [{ functionCall: { name: 'git_log', args: {} } }, { text: 'Hi' }] },
  ]);
});

test('what a model says paints on no terminal, and its own words go back as they were', () => {
  const message = { role: 'assistant', content: '\u001b[2JDone.' };
  expect(saidIn('openai', { choices: [{ message }] })).toStrictEqual({ messages: [message], text: 'Done.' });
});
