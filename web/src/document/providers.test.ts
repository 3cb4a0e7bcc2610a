import { expect, test } from 'vitest';
import { isProvider } from './providers.ts';

test('names of the prototype are no providers', () => {
  expect(['openai', '__proto__', 'constructor', 3].map(isProvider)).toStrictEqual([true, false, false, false]);
});
