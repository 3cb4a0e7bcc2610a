import { type AtipTool, flattenCommands } from '@atip/core';
import { expect, test } from 'vitest';
import { exampleResponse } from './example-response.ts';
import { PROVIDER_ORDER } from './providers.ts';
import { readResponse } from './read-response.ts';

const TOOL: AtipTool = {
  atip: '0.4',
  name: 'cut',
  version: '1',
  description: 'Cut',
  commands: {
    '': {
      description: 'Cut files',
      arguments: [{ name: 'files', type: 'file', description: 'Which', variadic: true }],
      options: [
        { name: 'mode', flags: ['--mode'], type: 'enum', enum: ['fast', 'slow'], description: 'How', required: true },
        { name: 'width', flags: ['--width'], type: 'integer', description: 'Columns' },
      ],
    },
  },
};

const ID = {
  openai: 'call_1',
  'openai-responses': 'call_1',
  anthropic: 'toolu_1',
  gemini: 'cut',
  mcp: '1',
  bedrock: 'tooluse_1',
} as const;

test.each(PROVIDER_ORDER)('the example for %s is one that its provider could have sent', (provider) => {
  const [command] = flattenCommands(TOOL);
  const example = command === undefined ? '' : exampleResponse(provider, command);
  expect(readResponse(provider, example)).toStrictEqual({
    kind: 'calls',
    calls: [{ id: ID[provider], name: 'cut', arguments: { files: ['example.txt'], mode: 'fast' } }],
  });
});

test('an empty field is no mistake', () => {
  expect(readResponse('openai', ' \n')).toStrictEqual({ kind: 'empty' });
});

test.each([
  ['no JSON', '{"choices": [', 'This is not valid JSON: '],
  ['a foreign form', '{"content": []}', 'The OpenAI response has no "choices".'],
  ['no calls', '{"role": "assistant", "content": "Hi"}', 'The response is well-formed, but contains no tool call.'],
  ['too much', `${' '.repeat(4_194_304)}xx`, 'The response is longer than 4 MiB.'],
])('%s is told', (_name, text, message) => {
  const read = readResponse('openai', text);
  expect(read.kind === 'unreadable' && read.message).toContain(message);
});
