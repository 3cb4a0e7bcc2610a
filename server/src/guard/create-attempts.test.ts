import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createAttempts } from './create-attempts.ts';

test('so many fail in a window, and the next says how long to wait', () => {
  const clock = createManualClock();
  const attempts = createAttempts(clock, 2, 1000);
  expect(attempts.fail()).toBe(undefined);
  clock.advance(400);
  expect(attempts.fail()).toBe(undefined);
  expect(attempts.fail()).toBe(600);
  clock.advance(599);
  expect(attempts.fail()).toBe(1);
  clock.advance(1);
  expect([attempts.fail(), attempts.fail()]).toStrictEqual([undefined, 400]);
});
