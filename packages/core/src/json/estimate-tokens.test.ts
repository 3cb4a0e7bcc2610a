import { expect, test } from 'vitest';
import { compile } from '../compile/compile.ts';
import type { AtipTool } from '../types/tool.ts';
import { estimateTokens } from './estimate-tokens.ts';

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

const GIT: AtipTool = {
  atip: { version: '0.4' },
  name: 'git',
  version: '2.47',
  description: 'Version control',
  commands: {
    clean: {
      description: 'Remove files that git does not track',
      effects: { destructive: true, reversible: false },
      options: [
        { name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'Really remove them' },
        { name: 'exclude', flags: ['-e'], type: 'string', description: 'Leave files of this pattern' },
      ],
    },
  },
};

// Counted with OpenAI's o200k_base, by gpt-tokenizer 4.0.0.
test.each([
  ['openai', 84],
  ['openai-responses', 86],
  ['anthropic', 74],
  ['gemini', 73],
  ['mcp', 111],
  ['bedrock', 80],
] as const)('the guess for the tools of %s is within 20 %% of the encoding', (provider, exact) => {
  const guess = estimateTokens(JSON.stringify(compile([GIT], provider).tools));
  expect(Math.abs(guess / exact - 1)).toBeLessThan(0.2);
});
