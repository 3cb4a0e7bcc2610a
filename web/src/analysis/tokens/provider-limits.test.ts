import { PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { providerLimits } from './provider-limits.ts';

const NONE = { properties: {}, levels: {}, enumValues: {}, strictTools: {}, optional: {} };

test('the limits are the numbers of the acceptance rules', () => {
  expect(Object.fromEntries(PROVIDERS.map((provider) => [provider, providerLimits(provider, false)]))).toStrictEqual({
    openai: { tools: { most: 128 }, name: { most: 64 }, description: { safe: 1024 }, ...NONE },
    'openai-responses': { tools: { most: 128 }, name: { most: 128, safe: 64 }, description: {}, ...NONE },
    anthropic: { tools: {}, name: { most: 128, safe: 64 }, description: {}, ...NONE },
    gemini: { tools: { most: 512 }, name: { most: 128, safe: 64 }, description: {}, ...NONE },
    mcp: { tools: {}, name: { safe: 128 }, description: {}, ...NONE },
    bedrock: { tools: {}, name: { most: 64 }, description: {}, ...NONE },
  });
});

test('strict mode has limits of its own, where there is one', () => {
  const openai = { ...NONE, properties: { most: 5000 }, levels: { most: 10 }, enumValues: { most: 1000 } };
  expect(providerLimits('openai', true)).toMatchObject(openai);
  expect(providerLimits('openai-responses', true)).toMatchObject(openai);
  expect(providerLimits('anthropic', true)).toMatchObject({
    ...NONE,
    strictTools: { most: 20, safe: 12 },
    optional: { most: 24, safe: 10 },
  });
  expect(providerLimits('gemini', true)).toBe(providerLimits('gemini', false));
});
