import { compile, PROVIDERS } from '@atip/core';
import { listShims, loadShim } from '@atip/shims';
import { expect, test } from 'vitest';
import { countTokens } from './count-tokens.ts';
import { ESTIMATE_ERROR, estimateTokens } from './estimate-tokens.ts';
import { loadCounter } from './load-counter.ts';
import { runAtOnce } from './run-in-slices.ts';

test.each([
  ['', 0],
  ['hello', 1],
  ['hello there', 2],
  ['internationalisation', 3],
  ['2026', 2],
  ['{"a":"b"}', 5],
  ['漢字', 2],
  [' \n\t', 0],
])('%j is about %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test('for every shim and provider the guess is within its stated error of the encoding', {
  timeout: 60_000,
}, async () => {
  const counter = await loadCounter();
  const shims = await Promise.all(listShims().map(loadShim));
  const far: string[] = [];
  let [guessed, exact] = [0, 0];
  for (const provider of PROVIDERS) {
    for (const shim of shims) {
      if (shim === undefined) throw new Error('A shim that is listed does not load.');
      const { tools } = compile([shim], provider, { globalOptions: 'all' });
      const guess = runAtOnce(countTokens(tools, provider)).total;
      const count = runAtOnce(countTokens(tools, provider, counter)).total;
      if (Math.abs(guess / count - 1) > ESTIMATE_ERROR) far.push(`${shim.name} for ${provider}: ${guess}, ${count}`);
      guessed += guess;
      exact += count;
    }
  }
  expect([shims.length, far]).toStrictEqual([77, []]);
  expect(Math.abs(guessed / exact - 1)).toBeLessThan(0.05);
});
