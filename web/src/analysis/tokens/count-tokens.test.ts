import { type AtipTool, compile, PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { countTokens } from './count-tokens.ts';
import { loadCounter } from './load-counter.ts';
import { runAtOnce } from './run-in-slices.ts';

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
  const report = runAtOnce(countTokens(compile([GREET], provider).tools, provider, await loadCounter()));
  expect([report.total, report.frame, report.tools]).toStrictEqual([
    total,
    frame,
    tools.map((tokens, index) => ({ name: ['greet_hello', 'greet_bye'][index], tokens })),
  ]);
});

test('the encoding is o200k_base, and what looks like a control token is text', async () => {
  const counter = await loadCounter();
  const texts = ['hello world', 'antidisestablishmentarianism', '漢字', '2 + 2 = 4', '<|endoftext|>'];
  expect(texts.map((text) => runAtOnce(counter.count(text)))).toStrictEqual([2, 6, 2, 7, 7]);
});

test('the total is the sum, whoever counts, and nothing is there to count without tools', () => {
  for (const provider of PROVIDERS) {
    const { total, frame, tools, estimate, method } = runAtOnce(
      countTokens(compile([GREET], provider).tools, provider),
    );
    expect(tools.reduce((sum, { tokens }) => sum + tokens, frame)).toBe(total);
    expect([estimate, method]).toStrictEqual([true, 'characters']);
    expect(runAtOnce(countTokens([], provider)).total).toBe(0);
  }
});

test('what is no tool is counted as the JSON it is', () => {
  const { tools, total } = runAtOnce(countTokens([1, 'two', undefined], 'anthropic'));
  expect([tools, total]).toStrictEqual([
    [
      { name: '', tokens: 1 },
      { name: '', tokens: 3 },
      { name: '', tokens: 0 },
    ],
    4,
  ]);
});

test('the label says what was counted', async () => {
  const labels = PROVIDERS.map((provider) => runAtOnce(countTokens([], provider)).label);
  expect(new Set(labels)).toStrictEqual(new Set(['quick estimate from the characters, within 20 %']));
  const counter = await loadCounter();
  expect(runAtOnce(countTokens([], 'gemini', counter)).label).toBe(
    "estimate: OpenAI's encoding over the compact JSON; Gemini does not publish its own",
  );
});
