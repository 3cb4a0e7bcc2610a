import { expect, test } from 'vitest';
import { countOf, healthOf, sizeOf } from './health.ts';

test.each([
  [167, 'openai', { tools: '167 tools', excess: "39 over OpenAI's limit of 128", losses: '12 losses', size: '61 kB' }],
  [128, 'openai', { tools: '128 tools', losses: '12 losses', size: '61 kB' }],
  [1, 'gemini', { tools: '1 tool', losses: '12 losses', size: '61 kB' }],
  [2000, 'anthropic', { tools: '2,000 tools', losses: '12 losses', size: '61 kB' }],
] as const)('health of %i tools for %s', (tools, provider, health) => {
  expect(healthOf({ provider, strict: false, text: '', tools, bytes: 61_234, losses: 12 })).toStrictEqual(health);
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
