import { type AtipOption, type Parameter, PROVIDERS, type ToolCall } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { exampleArguments } from '../try/example-arguments.ts';
import { answerResponse } from './answer-response.ts';

const option = (name: string, type: AtipOption['type'], required: boolean): Parameter => ({
  key: name,
  narrowKey: name,
  required,
  pointer: `/options/${name}`,
  global: false,
  kind: 'option',
  source: { name, flags: [`--${name}`], type, description: name, enum: ['fast', 'slow'], required },
});

const EXAMPLE = {
  name: 'cut',
  arguments: exampleArguments([option('mode', 'enum', true), option('width', 'integer', false)]),
};

const ID = {
  openai: 'call_1',
  'openai-responses': 'call_1',
  anthropic: 'toolu_1',
  gemini: 'cut',
  mcp: '1',
  bedrock: 'tooluse_1',
} as const;

test.each(PROVIDERS)('a response of %s is known whichever provider is chosen', (provider) => {
  const text = JSON.stringify(EXAMPLES[provider].response(EXAMPLE), null, 2);
  for (const chosen of PROVIDERS) {
    expect(answerResponse({ text, provider: chosen })).toStrictEqual({
      kind: 'calls',
      recognised: { provider },
      calls: [{ id: ID[provider], name: 'cut', arguments: { mode: 'fast' } }],
    });
  }
});

const CALLS: readonly ToolCall[] = [
  { id: 'c1', name: 'git_log', arguments: { n: 2 } },
  { id: 'c2', name: 'git_status', arguments: {} },
];

test.each(PROVIDERS)('a stream of %s is known as lines, as events and as a list', (provider) => {
  const events = EXAMPLES[provider].stream();
  const lines = events.map((event) => JSON.stringify(event));
  const texts = [
    lines.join('\n'),
    lines.map((line) => `event: x\ndata: ${line}\n\n`).join(''),
    lines.map((line) => `data: ${line}`).join('\n'),
    JSON.stringify(events, null, 2),
  ];
  for (const text of texts) {
    const read = answerResponse({ text, provider: provider === 'mcp' ? 'openai' : 'mcp' });
    // A list of MCP's requests is a batch, and so one message.
    const isBatch = provider === 'mcp' && text.startsWith('[');
    expect(read).toStrictEqual({
      kind: 'calls',
      recognised: isBatch ? { provider } : { provider, events: events.length },
      calls: CALLS,
    });
  }
});

test('a stream may end with the text that says so', () => {
  const text = [...EXAMPLES.openai.stream().map((event) => `data: ${JSON.stringify(event)}`), 'data: [DONE]', ''].join(
    '\n\n',
  );
  expect(answerResponse({ text, provider: 'openai' })).toMatchObject({ kind: 'calls', calls: CALLS });
});

test('a stream that ends early shows how far it came, and makes no call', () => {
  const lines = EXAMPLES.anthropic.stream().map((event) => JSON.stringify(event));
  const before = lines.findIndex((line) => line.includes('"2}"'));
  expect(answerResponse({ text: lines.slice(0, before).join('\n'), provider: 'anthropic' })).toStrictEqual({
    kind: 'unreadable',
    message: 'The Anthropic response did not reach its end, so its tool calls may be incomplete.',
    recognised: { provider: 'anthropic', events: before },
    unfinished: [{ name: 'git_log', argumentsText: '{"n":' }],
  });
  const half = `${lines.slice(0, before).join('\n')}\n${(lines[before] ?? '').slice(0, 20)}`;
  expect(answerResponse({ text: half, provider: 'anthropic' })).toMatchObject({
    kind: 'unreadable',
    message: 'The last event of the stream is cut off. Paste it whole.',
  });
});

test('an empty field is no mistake', () => {
  expect(answerResponse({ text: ' \n', provider: 'openai' })).toStrictEqual({ kind: 'empty' });
});

const NO_CALL = 'There is no tool call in this answer.';

test.each([
  ['a call in cut JSON', '[{"name": "git_log", "arguments": {}}, {"na', 'not whole JSON'],
  ['nobody’s form', '{"content": []}', NO_CALL],
  ['prose', 'I would look at the log first, and then decide.', NO_CALL],
  ['a tool', '{"name": "a", "parameters": {"type": "object", "properties": {}}}', NO_CALL],
  ['what Node shortens', '{ choices: [ { message: [Object] } ] }', 'not whole JSON'],
  ['too much', `${' '.repeat(4_194_304)}xx`, 'The answer is longer than 4 MiB.'],
  ['damage within a stream', 'data: {"choices":[]}\n\ndata: {\n\ndata: {}\n\n', 'Event 2 of the stream is damaged'],
  ['bad arguments', JSON.stringify(EXAMPLES.openai.response(EXAMPLE)).replace('\\"}', ''), 'OpenAI response'],
])('%s is told', (_name, text, message) => {
  const read = answerResponse({ text, provider: 'openai' });
  expect(read.kind === 'unreadable' && read.message).toContain(message);
});

const CALL = { id: 'call_1', name: 'git_log', arguments: { n: 2, all: true, path: "it's" } };
test.each([
  [
    'a code fence with prose around it',
    'openai',
    `Here you are:\n\n\`\`\`json\n${JSON.stringify({ choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'git_log', arguments: JSON.stringify(CALL.arguments) } }] } }] })}\n\`\`\`\nDone.`,
  ],
])('%s is read', (_name, provider, text) => {
  expect(answerResponse({ text, provider: 'mcp' })).toMatchObject({
    kind: 'calls',
    recognised: { provider },
    calls: [CALL],
  });
});

test.each([
  ['arguments', JSON.stringify({ name: 'git_log', arguments: CALL.arguments })],
  ['arguments as text', JSON.stringify({ name: 'git_log', arguments: JSON.stringify(CALL.arguments) })],
  ['tags', `<tool_call>\n${JSON.stringify({ name: 'git_log', arguments: CALL.arguments })}\n</tool_call>`],
])('a bare call is read: %s', (_name, text) => {
  const read = answerResponse({ text, provider: 'openai' });
  expect(read).toMatchObject({ kind: 'calls', calls: [{ name: 'git_log', arguments: CALL.arguments }] });
});
