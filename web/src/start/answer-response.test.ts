import { PROVIDERS } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { answerResponse } from './answer-response.ts';

const { stringify: json } = JSON;
const EXAMPLE = { name: 'cut', arguments: { mode: 'fast' } };

test.each(PROVIDERS)('a response and a stream of %s are known whichever provider is chosen', (provider) => {
  const whole = json(EXAMPLES[provider].response(EXAMPLE), null, 2);
  const events = EXAMPLES[provider].stream();
  const lines = events.map((event) => json(event));
  const streams = [
    lines.join('\n'),
    lines.map((line) => `event: x\ndata: ${line}\n\n`).join(''),
    json(events, null, 2),
    ...(provider === 'openai' ? [`${lines.map((line) => `data: ${line}`).join('\n')}\ndata: [DONE]`] : []),
  ];
  for (const chosen of PROVIDERS) {
    const read = answerResponse(whole, chosen);
    expect(read).toMatchObject({ kind: 'calls', recognised: { provider }, calls: [EXAMPLE] });
  }
  for (const text of streams) {
    const read = answerResponse(text, provider === 'mcp' ? 'openai' : 'mcp');
    expect(read).toMatchObject({ kind: 'calls', recognised: { provider }, calls: [{ name: 'git_log' }, {}] });
  }
});

const NO_CALL = 'There is no tool call in this answer.';
const DAMAGED = 'The answer is damaged or ends too early. Paste all of it';
const STREAM = EXAMPLES.openai.stream().map((event) => json(event));

test.each([
  ['a call in cut JSON', '[{"name": "git_log", "arguments": {}}, {"na', DAMAGED],
  ['nobody’s form', '{"content": []}', NO_CALL],
  ['prose', 'I would look at the log first, and then decide.', NO_CALL],
  ['a tool', '{"name": "a", "parameters": {"type": "object", "properties": {}}}', NO_CALL],
  ['the output of console.log', '{ choices: [ { message: [Object] } ] }', DAMAGED],
  ['too much', `${' '.repeat(4_194_304)}xx`, 'The answer is longer than 4 MiB.'],
  ['damage within a stream', 'data: {"choices":[]}\n\ndata: {\n\ndata: {}\n\n', DAMAGED],
  ['a stream that is cut', STREAM.join('\n').slice(0, -20), DAMAGED],
  ['a stream that ends early', STREAM.slice(0, 2).join('\n'), 'its tool calls may be incomplete'],
  ['bad arguments', json(EXAMPLES.openai.response(EXAMPLE)).replace('\\"}', ''), 'OpenAI response'],
])('%s is told, and makes no call', (_name, text, message) => {
  const read = answerResponse(text, 'openai');
  expect(read.kind === 'unreadable' && read.message).toContain(message);
});

const ARGUMENTS = { n: 2, all: true, path: "it's" };
const CALL = json({ name: 'git_log', arguments: ARGUMENTS });

test.each([
  ['in a code fence', `Here:\n\n\`\`\`json\n${CALL}\n\`\`\`\nDone.`],
  ['by itself', CALL],
  ['with its arguments as text', json({ type: 'function', function: { name: 'git_log', arguments: json(ARGUMENTS) } })],
  ['between tags', `<tool_call>\n${CALL}\n</tool_call>`],
])('a call is read %s', (_name, text) => {
  const read = answerResponse(text, 'mcp');
  expect(read).toMatchObject({ kind: 'calls', calls: [{ name: 'git_log', arguments: ARGUMENTS }] });
});
