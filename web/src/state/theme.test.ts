import { expect, test } from 'vitest';
import { isTheme, nextTheme } from './theme.ts';

test('themes follow one another', () => {
  expect([nextTheme('system'), nextTheme('light'), nextTheme('dark')]).toStrictEqual(['light', 'dark', 'system']);
  expect([isTheme('dark'), isTheme('sepia'), isTheme(null)]).toStrictEqual([true, false, false]);
});
