import { base, figure, ratio } from './row-words.ts';
import type { RowOf, Target } from './target.ts';

/** Compiling: what its time goes into. */
const compiling =
  (id: string) =>
  (rowOf: RowOf): string =>
    `JSON.parse of the text takes ${base(rowOf, `compile/${id}`)} only, and there are ${rowOf(`compile/${id}`).detail ?? ''}: each is named, merged with its groups’ effects and written anew.`;

/** What issues 2 and 3 name: the first whole line, and core. */
export const TARGETS_OF_CORE: readonly Target[] = [
  {
    issue: 2,
    words: 'gh.json becomes 167 tools for each provider',
    row: 'reports/gh-tools',
    by: 'figure',
    atLeast: 167,
  },
  { issue: 2, words: 'typing in gh.json changes the output', row: 'page/typing-long', by: 'figure', atMost: 100 },
  {
    issue: 3,
    words: 'toOpenAI(gh.json, strict) against JSON.parse',
    row: 'compile/gh-json-openai',
    by: 'ratio',
    atMost: 0.3,
    why: compiling('gh-json-openai'),
  },
  {
    issue: 3,
    words: 'compile(gh.json) with losses and provenance against JSON.parse',
    row: 'compile/gh-json-compile',
    by: 'ratio',
    atMost: 0.7,
    why: compiling('gh-json-compile'),
  },
  {
    issue: 3,
    words: 'the same for a document with more parameters, the corpus’s gh: toOpenAI',
    row: 'compile/corpus-gh-openai',
    by: 'ratio',
    atMost: 0.3,
    why: compiling('corpus-gh-openai'),
  },
  {
    issue: 3,
    words: 'the corpus’s gh: compile',
    row: 'compile/corpus-gh-compile',
    by: 'ratio',
    atMost: 0.7,
    why: compiling('corpus-gh-compile'),
  },
  {
    issue: 3,
    words: 'flattenCommands grows linearly to 46,000 commands (within 2)',
    row: 'growth/flattenCommands-linear',
    by: 'ratio',
    atMost: 2,
    why: (rowOf) =>
      `its objects outgrow the processor’s caches, which shows more in the cheapest step; toOpenAI, which contains it, has ${ratio(rowOf, 'growth/toOpenAI-linear')}.`,
  },
  {
    issue: 3,
    words: 'toOpenAI grows linearly to 46,000 commands (within 2)',
    row: 'growth/toOpenAI-linear',
    by: 'ratio',
    atMost: 2,
  },
  {
    issue: 3,
    words: 'compile grows linearly to 46,000 commands (within 2)',
    row: 'growth/compile-linear',
    by: 'ratio',
    atMost: 2,
  },
  {
    issue: 3,
    words: 'mapToCommand does not care how many commands there are (within 2)',
    row: 'growth/mapToCommand',
    by: 'ratio',
    atMost: 2,
  },
  {
    issue: 3,
    words: 'validate does not care how many commands there are (within 2)',
    row: 'growth/validate',
    by: 'ratio',
    atMost: 2,
  },
  {
    issue: 3,
    words: 'result filter, default options, against eleven patterns, 10 MB',
    row: 'redact/default',
    by: 'speed',
    atLeast: 6,
  },
  {
    issue: 3,
    words: 'result filter, default rules at full length, against eleven patterns',
    row: 'redact/all-rules',
    by: 'speed',
    atLeast: 6,
    why: (rowOf) =>
      `cutting at 100,000 characters is what makes the default options fast; all of 10 MB takes ${figure(rowOf, 'redact/all-rules')} against ${base(rowOf, 'redact/all-rules')}.`,
  },
  {
    issue: 3,
    words: 'result filter, all rules on, against eleven patterns',
    row: 'redact/all-rules',
    by: 'speed',
    atLeast: 2.5,
  },
  {
    issue: 3,
    words: 'the same where the log holds private keys',
    row: 'redact/private-keys',
    by: 'speed',
    atLeast: 2.5,
    why: (rowOf) =>
      `a text with a private key is gone over once as a whole and once more by its lines: ${figure(rowOf, 'redact/private-keys')} instead of ${figure(rowOf, 'redact/all-rules')}.`,
  },
  {
    issue: 3,
    words: '5 KB of any repeated character through the filter',
    row: 'redact/one-character',
    by: 'figure',
    atMost: 5,
  },
  { issue: 3, words: 'secret formats known', row: 'reports/secret-formats', by: 'figure', atLeast: 120 },
  {
    issue: 3,
    words: 'only toOpenAI imported, gzipped',
    row: 'sizes/toOpenAI',
    by: 'figure',
    atMost: 4_000,
    why: () =>
      'what options raise in effects is said in descriptions since metadata of real tools came, which cost a hundred bytes.',
  },
  {
    issue: 3,
    words: 'everything imported, gzipped',
    row: 'sizes/everything',
    by: 'figure',
    atMost: 40_000,
    why: (rowOf) =>
      `the root holds six providers, lint, streams, provider rules and ${figure(rowOf, 'reports/secret-formats')} secret formats; one function costs what it needs, toOpenAI ${figure(rowOf, 'sizes/toOpenAI')}.`,
  },
  {
    issue: 3,
    words: 'Fig corpus: no provider rule broken, every name leads back',
    row: 'tests/corpus',
    by: 'figure',
    atMost: 0,
  },
  {
    issue: 3,
    words: '5 KB of what secret rules begin with, in milliseconds',
    row: 'tests/rules',
    by: 'figure',
    atMost: 0,
  },
];
