import { type AtipTool, compile, type CompileSettings, PROVIDERS, type Provider } from '@atip/core';
import { expect, test } from 'vitest';
import { countTokens } from './count-tokens.ts';
import { runAtOnce } from './run-in-slices.ts';
import { createTokenCounter } from './token-counter.ts';
import { type CutReport, whatToCut } from './what-to-cut.ts';

const LONG = 'Removes it. This cannot be taken back, so think about it twice before doing it.';
const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'box',
  version: '1.0.0',
  description: 'Keeps things',
  globalOptions: [{ name: 'box', flags: ['--box'], type: 'string', description: 'Which box', required: true }],
  commands: {
    put: {
      description: 'Puts it in',
      arguments: [{ name: 'what', type: 'string', description: 'What', required: true }],
    },
    drop: { description: LONG, effects: { destructive: true }, examples: ['box drop --box a'] },
    empty: { description: 'Empties it' },
  },
};

/** Characters for tokens, so that every number can be worked out by hand. */
const COUNTER = createTokenCounter('characters', (text) => text.length);

function cutsOf(provider: Provider, settings: CompileSettings = {}): CutReport & { readonly total: number } {
  const compilation = compile([TOOL], provider, settings);
  const report = runAtOnce(countTokens(compilation.tools, provider, COUNTER));
  return { ...runAtOnce(whatToCut(report, compilation, [TOOL], COUNTER)), total: report.total };
}

test('each cut says what to do, what it saves and where', () => {
  const { cuts, total } = cutsOf('anthropic');
  expect(total).toBe(628);
  expect(cuts.map(({ kind, title, saves, source }) => [kind, title, saves, source?.pointer])).toStrictEqual([
    ['tool', 'Leave out box_drop', 249, '/commands/drop'],
    ['tool', 'Leave out box_put', 215, '/commands/put'],
    ['tool', 'Leave out box_empty', 164, '/commands/empty'],
    ['parameter', 'Leave out box in 3 tools', 150, '/globalOptions/0'],
    [
      'description',
      'Shorten the description of box_drop to its first sentence',
      LONG.length - 'Removes it.'.length,
      '/commands/drop/description',
    ],
    ['parameter', 'Leave out box_put.what', 46, '/commands/put/arguments/0'],
  ]);
  expect(cuts[0]?.share).toBe(249 / 628);
});

test('the headline names the longest descriptions', () => {
  // Of the command with its flag 94, of the others 10 and 10, of the parameters 3 times 9, and 4.
  expect(cutsOf('anthropic').headline).toBe('5 longest descriptions: 23 % of 628 tokens');
  const compilation = compile([TOOL], 'gemini');
  const report = runAtOnce(countTokens(compilation.tools, 'gemini', COUNTER));
  const nothing = runAtOnce(whatToCut(report, { tools: [], entries: [] }, [TOOL], COUNTER));
  expect(nothing).toStrictEqual({ cuts: [] });
});

test('what a cut is said to save is what it saves', () => {
  const changed: AtipTool = structuredClone(TOOL);
  const drop = changed.commands?.['drop'];
  if (drop === undefined) throw new Error('The command is gone.');
  drop.description = 'Removes it.';
  for (const provider of PROVIDERS) {
    for (const settings of [{}, { examples: true }] satisfies CompileSettings[]) {
      const { cuts, total } = cutsOf(provider, settings);
      const shorter = runAtOnce(countTokens(compile([changed], provider, settings).tools, provider, COUNTER)).total;
      const cut = cuts.find(({ source }) => source?.pointer === '/commands/drop/description');
      expect([provider, cut?.saves]).toStrictEqual([provider, total - shorter]);
      expect(total - shorter).toBe(68);
    }
  }
});

test('a description that is not the document’s own is left as it is', () => {
  const compilation = compile([TOOL], 'openai');
  const report = runAtOnce(countTokens(compilation.tools, 'openai', COUNTER));
  const { cuts } = runAtOnce(whatToCut(report, compilation, [], COUNTER));
  expect(cuts.filter(({ kind }) => kind === 'description')).toStrictEqual([]);
});

test('of each kind the 20 largest are named', () => {
  const commands = Object.fromEntries(
    Array.from({ length: 30 }, (_none, index) => [`c${index}`, { description: `${'Long. '.repeat(index)}Ends.` }]),
  );
  const many: AtipTool = { ...TOOL, globalOptions: [], commands };
  const compilation = compile([many], 'mcp');
  const report = runAtOnce(countTokens(compilation.tools, 'mcp', COUNTER));
  const { cuts } = runAtOnce(whatToCut(report, compilation, [many], COUNTER));
  expect(cuts.filter(({ kind }) => kind === 'tool').map(({ title }) => title)).toStrictEqual(
    Array.from({ length: 20 }, (_none, index) => `Leave out box_c${29 - index}`),
  );
  expect(cuts.filter(({ kind }) => kind === 'description')).toHaveLength(20);
});

test('in an action tool a parameter counts once, and the choice of the action not at all', () => {
  const { cuts, headline } = cutsOf('anthropic', { strategy: 'action' });
  expect(headline).toBe('3 longest descriptions: 40 % of 488 tokens');
  expect(cuts.map(({ kind, title, source }) => [kind, title, source?.pointer])).toStrictEqual([
    ['tool', 'Leave out box', ''],
    ['parameter', 'Leave out box.what', '/commands/put/arguments/0'],
    ['parameter', 'Leave out box.box', '/globalOptions/0'],
  ]);
});
