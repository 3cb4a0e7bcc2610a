import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createBucket } from './create-bucket.ts';

function takeAll(bucket: ReturnType<typeof createBucket>): number {
  let taken = 0;
  while (bucket.take() === undefined) taken += 1;
  return taken;
}

test('a burst at once, then so many a second, and never more than a burst', () => {
  const clock = createManualClock();
  const bucket = createBucket(clock, 5, 2);
  expect([takeAll(bucket), bucket.take()]).toStrictEqual([5, 500]);
  clock.advance(499);
  expect(bucket.take()).toBeCloseTo(1);
  clock.advance(1);
  expect(takeAll(bucket)).toBe(1);
  clock.advance(1000);
  expect(takeAll(bucket)).toBe(2);
  clock.advance(60_000);
  expect(takeAll(bucket)).toBe(5);
});
