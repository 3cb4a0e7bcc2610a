import { expect, test } from 'vitest';
import type { CompiledOutput } from './compile-protocol.ts';
import { countOf, healthOf, sizeOf } from './health.ts';

const OUTPUT: CompiledOutput = {
  provider: 'openai',
  strict: false,
  text: '',
  tools: 167,
  maxTools: 128,
  bytes: 61_234,
  losses: 12,
  commands: { total: 167, included: 167 },
};

test.each([
  [{}, { tools: '167 tools', excess: "39 over OpenAI's limit of 128", losses: '12 losses', size: '61 kB' }],
  [
    { tools: 128, commands: { total: 128, included: 128 } },
    { tools: '128 tools', losses: '12 losses', size: '61 kB' },
  ],
  [
    { provider: 'anthropic', maxTools: null },
    { tools: '167 tools', losses: '12 losses', size: '61 kB' },
  ],
  [
    { tools: 12, commands: { total: 2000, included: 12 } },
    { tools: '12 tools', commands: '12 of 2,000 commands', losses: '12 losses', size: '61 kB' },
  ],
  [{ tools: 1 }, { tools: '1 tool', commands: 'from 167 commands', losses: '12 losses', size: '61 kB' }],
] as const)('health of an output with %o', (change, health) => {
  expect(healthOf({ ...OUTPUT, ...change })).toStrictEqual(health);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [4_194_304, '4.2 MB'],
])('%i bytes are %s', (bytes, said) => {
  expect(sizeOf(bytes)).toBe(said);
});

test('counts have a number that fits', () => {
  expect([countOf(0, 'tool'), countOf(1, 'tool'), countOf(1200, 'tool'), countOf(2, 'loss')]).toStrictEqual([
    '0 tools',
    '1 tool',
    '1,200 tools',
    '2 losses',
  ]);
});
