import { compile } from '@atip/core';
import { loadShim } from '@atip/shims';
import { expect, test } from 'vitest';
import { analyseTokens } from './analyse-tokens.ts';
import { loadCounter } from './load-counter.ts';
import { runAtOnce, runInSlices } from './run-in-slices.ts';

test('one analysis of a large document, by the encoding', async () => {
  const git = await loadShim('git');
  if (git === undefined) throw new Error('There is no shim for git.');
  const settings = { globalOptions: 'all' } as const;
  const compilation = compile([git], 'openai', settings);
  const counter = await loadCounter();
  const { report, health, cuts, settings: others } = runAtOnce(analyseTokens(compilation, [git], settings, counter));
  expect(report.tools.map(({ name }) => name)).toStrictEqual(compilation.entries.map(({ name }) => name));
  expect(report.method).toBe('o200k_base');
  expect(health.find(({ id }) => id === 'tokens')?.value).toBe(report.total);
  const [first] = others;
  expect([first?.kind, (first?.saves ?? 0) < report.total]).toStrictEqual(['setting', true]);
  expect(cuts.cuts.every(({ saves, share }) => saves > 0 && share < 1)).toBe(true);
  expect(cuts.headline).toMatch(/^5 longest descriptions: \d+ % of \d+k tokens$/);
});

test('a second look counts nothing again, and a newer document ends the work', async () => {
  const git = await loadShim('git');
  if (git === undefined) throw new Error('There is no shim for git.');
  const compilation = compile([git], 'openai');
  let counted = 0;
  const counter = await loadCounter();
  const counting = {
    ...counter,
    *count(text: string) {
      const steps = counter.count(text);
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done === true) return step.value;
        counted += 1;
        yield;
      }
    },
  };
  runAtOnce(analyseTokens(compilation, [git], {}, counter));
  runAtOnce(analyseTokens(compilation, [git], {}, counting));
  expect(counted).toBe(0);
  let time = 0;
  const ports = { now: () => (time += 20), pause: async () => undefined, isStale: () => true };
  expect(await runInSlices(analyseTokens(compilation, [git], {}, counter), ports)).toBeUndefined();
});
