import { type AtipTool, compile, type OpenAITool, PROVIDERS } from '@atip/core';
import { estimateTokens } from '@atip/core/internal';
import { loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import { countTokens, ESTIMATE_ERROR, loadCounter, openAIFunction } from './count-tokens.ts';

const GREET: AtipTool = {
  atip: { version: '0.4' },
  name: 'greet',
  version: '1.0.0',
  description: 'Greets',
  commands: {
    hello: {
      description: 'Say hello',
      options: [{ name: 'to', flags: ['--to'], type: 'string', description: 'Whom' }],
    },
    bye: { description: 'Say <|endoftext|> goodbye' },
  },
};

test.each([
  ['openai', 56, 13, [23, 20]],
  ['anthropic', 71, 0, [37, 34]],
] as const)('the tokens of two tools for %s, by the encoding', async (provider, total, frame, tools) => {
  const report = countTokens(compile([GREET], provider).tools, provider, await loadCounter());
  expect([report.total, report.frame, report.tools]).toStrictEqual([total, frame, tools]);
});

test.each([
  ['', 0],
  ['hello there', 2],
  ['internationalisation', 3],
  ['2026', 2],
  ['{"a":"b"}', 5],
  ['漢字', 2],
])('%j is about %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test.each(PROVIDERS)('the guess for %s is within its stated error, and says that it is one', async (provider) => {
  const counter = await loadCounter();
  for (const name of ['git', 'gh', 'curl']) {
    const shim = await loadShim(name);
    const { tools } = compile(shim === undefined ? [] : [shim], provider);
    const [guess, exact] = [countTokens(tools, provider, estimateTokens), countTokens(tools, provider, counter)];
    expect(Math.abs(guess.total / exact.total - 1)).toBeLessThan(ESTIMATE_ERROR);
    expect(guess.label).toBe('quick estimate from the characters, within 20 %');
  }
  expect(countTokens([], provider).total).toBe(0);
});

type Properties = OpenAITool['function']['parameters']['properties'];

const written = (name: string, description: string, properties: Properties, required: string[] = []): string =>
  openAIFunction({
    type: 'function',
    function: { name, description, parameters: { type: 'object', properties, required, additionalProperties: false } },
  });

test('a function is a type with comments, as OpenAI shows it', () => {
  const text = written(
    'get_current_weather',
    'Gets the current weather in the provided location.',
    {
      location: { type: 'string', description: 'The city and state, e.g. San Francisco, CA' },
      format: { type: 'string', description: '', enum: ['celsius', 'fahrenheit'] },
      days: { type: 'array', description: '', items: { type: 'integer' } },
    },
    ['location'],
  );
  expect(text).toBe(
    [
      '// Gets the current weather in the provided location.',
      'type get_current_weather = (_: {',
      '// The city and state, e.g. San Francisco, CA',
      'location: string,',
      'format?: "celsius" | "fahrenheit",',
      'days?: number[],',
      '}) => any;',
      '',
      '',
    ].join('\n'),
  );
});

test.each<[string, Properties, string]>([
  ['nothing to give', {}, '// Two\n// lines\ntype f = () => any;\n\n'],
  [
    'a nullable list of choices',
    { a: { type: ['array', 'null'], description: '', items: { type: 'string', enum: ['b', 'c'] } } },
    '// Two\n// lines\ntype f = (_: {\na?: "b" | "c"[] | null,\n}) => any;\n\n',
  ],
])('a function with %s', (_name, properties, expected) => {
  expect(written('f', 'Two\nlines', properties)).toBe(expected);
});
