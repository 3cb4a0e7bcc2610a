import { expect, test } from 'vitest';
import { percent, shortCount } from './token-words.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0k'],
  [9949, '9.9k'],
  [9950, '10k'],
  [31_400, '31k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
])('%i tokens are %s', (count, words) => {
  expect(shortCount(count)).toBe(words);
});

test.each([
  [0, '0 %'],
  [0.001, '< 1 %'],
  [0.01, '1 %'],
  [0.384, '38 %'],
  [1, '100 %'],
])('a share of %d is %s', (share, words) => {
  expect(percent(share)).toBe(words);
});
