import { expect, test } from 'vitest';
import { sizeOf, whenSaid } from './words.ts';

test.each([
  [999, '999 B'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [4_194_304, '4.2 MB'],
])('%i bytes are %s', (bytes, said) => {
  expect(sizeOf(bytes)).toBe(said);
});

const NOW = 1_800_000_000_000;
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

test.each([
  [NOW - 59_999, 'just now'],
  [NOW - MINUTE, '1 minute ago'],
  [NOW - HOUR, '1 hour ago'],
  [NOW - DAY, 'yesterday'],
  [NOW - 2 * DAY, '2 days ago'],
  [0, 'some time ago'],
])('%i is said as %s', (then, words) => {
  expect(whenSaid(then, NOW)).toBe(words);
});
