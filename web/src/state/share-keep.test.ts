import { expect, test } from 'vitest';
import { KEEPS, keptUntil, secondsOf, usualKeep } from './share-keep.ts';

test('what the API is asked for, by what the radio says', () => {
  expect(KEEPS.map(({ value, label }) => [label, secondsOf(value)])).toStrictEqual([
    ['1 day', 86_400],
    ['7 days', 604_800],
    ['30 days', 2_592_000],
    ['for ever', undefined],
  ]);
});

test('what is public goes by itself, what is on the own machine stays', () => {
  expect([usualKeep('hosted'), usualKeep('companion')]).toStrictEqual(['month', 'ever']);
});

test('the end is said in words', () => {
  expect(keptUntil(undefined)).toBe('kept for ever');
  expect(keptUntil(new Date(2026, 11, 22, 13, 5).getTime())).toBe('kept until 22 Dec 2026, 13:05');
});
