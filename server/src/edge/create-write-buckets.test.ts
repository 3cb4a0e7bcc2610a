import { expect, test } from 'vitest';
import { createWriteBuckets, type WriteBuckets } from './create-write-buckets.ts';

/** How many of some writes pass. */
function passing(buckets: WriteBuckets, address: string, writes: number): number {
  return Array.from({ length: writes }, () => buckets.take(address)).filter((wait) => wait === undefined).length;
}

test('30 at once, then one a second, for each address', () => {
  let now = 1000;
  const buckets = createWriteBuckets(() => now);
  expect(passing(buckets, 'a', 100)).toBe(30);
  expect(buckets.take('a')).toBe(1000);
  now += 10_000;
  expect(passing(buckets, 'a', 100)).toBe(10);
  expect(passing(buckets, 'b', 100)).toBe(30);
});

test('a clock that goes back locks nobody out, and gives nobody more', () => {
  let now = 3_600_000;
  const buckets = createWriteBuckets(() => now);
  expect(passing(buckets, 'a', 30)).toBe(30);
  now = 0;
  expect(buckets.take('a')).toBe(1000);
  now = 3_601_000;
  expect(passing(buckets, 'a', 2)).toBe(1);
});

test('of more addresses than are remembered those that wrote last are', () => {
  const buckets = createWriteBuckets(() => 0, 2);
  expect(passing(buckets, 'a', 30)).toBe(30);
  expect(passing(buckets, 'b', 30)).toBe(30);
  // Refused, but remembered again by that.
  expect(passing(buckets, 'a', 1)).toBe(0);
  buckets.take('c');
  expect([passing(buckets, 'a', 1), passing(buckets, 'b', 1)]).toStrictEqual([0, 1]);
});
