import { type AtipTool, compile, type CompileSettings } from '@atip/core';
import { expect, test } from 'vitest';
import { countTokens } from './count-tokens.ts';
import { measureSettings } from './measure-settings.ts';
import { runAtOnce } from './run-in-slices.ts';
import { createTokenCounter } from './token-counter.ts';

const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'box',
  version: '1.0.0',
  description: 'Keeps things',
  globalOptions: [
    { name: 'box', flags: ['--box'], type: 'string', description: 'Which box', required: true },
    { name: 'quiet', flags: ['-q'], type: 'boolean', description: 'Say nothing' },
  ],
  commands: {
    put: { description: 'Puts it in', examples: ['box put a'] },
    drop: { description: 'Drops it' },
  },
};

/** Characters for tokens. */
const COUNTER = createTokenCounter('characters', (text) => text.length);

const measured = (settings: CompileSettings): unknown[] =>
  runAtOnce(measureSettings([TOOL], 'openai', settings, COUNTER)).map(({ title, saves, settings: other }) => [
    title,
    saves,
    other,
  ]);

test('what settings save is measured by compiling with them', () => {
  const settings: CompileSettings = { globalOptions: 'all', examples: true, strict: true };
  expect(measured(settings)).toStrictEqual([
    ['Leave out all global options', 140, { ...settings, globalOptions: 'none' }],
    ['Leave out global options that are not required', 76, { ...settings, globalOptions: 'required' }],
    ['Leave out examples', 20, { ...settings, examples: false }],
    ['Make one tool of each group of commands: 2 tools become 1', 15, { ...settings, strategy: 'action' }],
    ['Switch strict off', 12, { ...settings, strict: false }],
  ]);
  expect(measured({ globalOptions: 'none', strategy: 'action' })).toStrictEqual([]);
  expect(measured({})).toStrictEqual([['Leave out all global options', 64, { globalOptions: 'none' }]]);
});

test('the saving is the difference between the two', () => {
  const settings: CompileSettings = { globalOptions: 'all', examples: true, strict: true };
  const total = (other: CompileSettings): number =>
    runAtOnce(countTokens(compile([TOOL], 'openai', other).tools, 'openai', COUNTER)).total;
  for (const cut of runAtOnce(measureSettings([TOOL], 'openai', settings, COUNTER))) {
    expect(cut.saves).toBe(total(settings) - total(cut.settings ?? {}));
    expect(cut.share).toBe(cut.saves / total(settings));
    expect(cut.note).toMatch(/^[A-Z].*\.$/);
  }
});
