import { expect, test } from 'vitest';
import type { CompiledOutput } from '../document/compilation.ts';
import { commandsWords, excessWords } from './HealthLine.tsx';

const OUTPUT: CompiledOutput = {
  provider: 'openai',
  strict: false,
  text: '',
  tools: 167,
  maxTools: 128,
  losses: 12,
  commands: { total: 167, included: 167 },
};

test.each([
  [{}, "39 over OpenAI's limit", undefined],
  [{ provider: 'anthropic', maxTools: null }, undefined, undefined],
  [{ tools: 12, commands: { total: 2000, included: 12 } }, undefined, 'of 2,000 commands'],
  [{ tools: 116 }, "12 below OpenAI's limit", undefined],
  [{ tools: 115 }, undefined, undefined],
] as const)('an output with %o', (change, excess, commands) => {
  const output: CompiledOutput = { ...OUTPUT, ...change };
  expect([excessWords(output), commandsWords(output)]).toStrictEqual([excess, commands]);
});
