import { expect, test } from 'vitest';
import { runInSlices } from './run-in-slices.ts';

/** Steps of 4 ms each, and ports whose pauses are counted. */
function prepare(staleAfter = Number.POSITIVE_INFINITY) {
  const seen = { steps: 0, pauses: 0 };
  let time = 0;
  function* steps(): Generator<void, string> {
    for (let step = 0; step < 10; step += 1) {
      time += 4;
      seen.steps += 1;
      yield;
    }
    return 'done';
  }
  const ports = {
    now: () => time,
    pause: async () => {
      seen.pauses += 1;
    },
    isStale: () => seen.pauses >= staleAfter,
  };
  return { seen, run: () => runInSlices(steps(), ports) };
}

test('work pauses every 10 ms, at the end of a step', async () => {
  const { seen, run } = prepare();
  expect(await run()).toBe('done');
  expect(seen).toStrictEqual({ steps: 10, pauses: 3 });
});

test('work that nobody waits for stops at the next pause', async () => {
  const { seen, run } = prepare(2);
  expect(await run()).toBeUndefined();
  expect(seen).toStrictEqual({ steps: 6, pauses: 2 });
});
