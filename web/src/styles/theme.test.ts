import { expect, test } from 'vitest';
import { isDarkTheme, isTheme, nextTheme } from './theme.ts';

test('themes follow one another', () => {
  expect([nextTheme('system'), nextTheme('light'), nextTheme('dark'), nextTheme('contrast')]).toStrictEqual([
    'light',
    'dark',
    'contrast',
    'system',
  ]);
  expect([isTheme('dark'), isTheme('contrast'), isTheme('sepia'), isTheme(null)]).toStrictEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['system', true, false],
  ['light', false, false],
  ['dark', true, true],
  ['contrast', true, false],
] as const)('%s on a dark system is dark: %s, on a light one: %s', (theme, onDark, onLight) => {
  expect([isDarkTheme(theme, true), isDarkTheme(theme, false)]).toStrictEqual([onDark, onLight]);
});
