import { afterAll, beforeAll, expect, test } from 'vitest';
import { fragmentOf, postShare, refusalOf } from './share-requests.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker?.stop());

/** The limit of the binding `WRITES` for a minute. */
const A_MINUTE = 60;

/** Addresses of one household, whose provider gives it an IPv6 /56: each in another of its 256 networks. */
const household = (at: number): string => `2001:db8:0:${(at % 256).toString(16)}::7`;

/** Expects a minute's answers of `status`, and 429 for all others. */
function expectOneMinute(answers: readonly Response[], status: number): void {
  const passed = answers.filter((response) => response.status === status).length;
  // A second minute may begin in between.
  expect(passed).toBeGreaterThanOrEqual(A_MINUTE);
  expect(passed).toBeLessThanOrEqual(2 * A_MINUTE);
  const others = answers.filter((response) => response.status !== status).map((response) => response.status);
  expect(others).toStrictEqual(Array(answers.length - passed).fill(429));
}

test('of many writes from one household 60 a minute are stored, and a neighbour need not wait', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 * A_MINUTE }, (_, at) =>
      postShare(worker.url, { fragment: fragmentOf(`many ${at}`) }, { address: household(at) }),
    ),
  );
  expectOneMinute(answers, 201);
  expect((await worker.kv.ids()).length).toBe(answers.filter(({ status }) => status === 201).length);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.filter((response) => response.headers.get('retry-after') !== '60')).toStrictEqual([]);
  expect(await Promise.all(refused.map(refusalOf))).toStrictEqual(refused.map(() => [429, 'rate-limited']));
  const neighbour = { fragment: fragmentOf('neighbour') };
  expect((await postShare(worker.url, neighbour, { address: '2001:db8:0:100::7' })).status).toBe(201);
});
