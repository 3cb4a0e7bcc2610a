import { afterAll, beforeAll, expect, test } from 'vitest';
import { fragmentOf, nextAddress, postShare, refusalOf, send } from './share-requests.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

// What a minute of 10,000 writes leaves is counted in server/src/edge, where the minute takes no minute.

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
}, 60_000);
afterAll(() => worker?.stop());

/** Addresses of one household, whose provider gives it an IPv6 /56: each in another of its 256 networks. */
const household = (at: number): string => `2001:db8:0:${(at % 256).toString(16)}::7`;

test('of many writes from one household at once 30 are stored, and nobody else has to wait', {
  timeout: 60_000,
}, async () => {
  const before = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      postShare(worker.url, { fragment: fragmentOf(`many ${at}`) }, { address: household(at) }),
    ),
  );
  const seconds = (Date.now() - before) / 1000;
  const stored = (await worker.kv.ids()).length;
  expect(stored).toBe(answers.filter(({ status }) => status === 201).length);
  expect(stored).toBeGreaterThanOrEqual(30);
  // The platform counts 60 a minute, and a minute may begin in between.
  expect(stored).toBeLessThanOrEqual(Math.min(31 + seconds, 120));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.filter((response) => !(Number(response.headers.get('retry-after')) > 0))).toStrictEqual([]);
  const codes = await Promise.all(refused.map(refusalOf));
  expect(codes).toStrictEqual(codes.map(() => [429, 'rate-limited']));
  const neighbour = { fragment: fragmentOf('neighbour') };
  expect((await postShare(worker.url, neighbour, { address: '2001:db8:0:100::7' })).status).toBe(201);
});

test('guesses at a token count as writes', async () => {
  const address = nextAddress();
  const guess = (at: number): Promise<Response> =>
    send(`${worker.url}/api/v1/shares/AAAAAAAAAAAAAAAAAAAAAA`, 'DELETE', {
      'cf-connecting-ip': address,
      'atip-delete-token': String(at).padStart(22, 'A'),
    });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => guess(at)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.slice(0, 30)).toStrictEqual(Array.from({ length: 30 }, () => 404));
  expect(statuses.at(-1)).toBe(429);
});
