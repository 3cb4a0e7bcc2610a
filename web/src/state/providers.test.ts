import { hasStrictMode, PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { isProvider, PROVIDER_LABELS, PROVIDER_ORDER, STRICT_PROVIDERS } from './providers.ts';

test('the page lists the providers that core compiles for', () => {
  expect(PROVIDER_ORDER).toStrictEqual(PROVIDERS);
  expect(STRICT_PROVIDERS).toStrictEqual(PROVIDERS.filter(hasStrictMode));
  expect(Object.keys(PROVIDER_LABELS)).toStrictEqual([...PROVIDERS]);
});

test('names of the prototype are no providers', () => {
  expect(['openai', '__proto__', 'constructor', 3].map(isProvider)).toStrictEqual([true, false, false, false]);
});
