import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '../../server/src/testing/raw-request.ts';
import { fragmentOf, nextAddress, postShare, refusalOf, storeShare } from './share-requests.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker?.stop());

test('a share is stored, read back, and stored again', async () => {
  const { id, url } = await storeShare(worker.url, 'read-back');
  expect(url).toBe(`${worker.url}/s/${id}`);
  const read = await fetch(`${worker.url}/api/v1/shares/${id}`);
  expect(await read.json()).toStrictEqual({ id, fragment: fragmentOf('read-back') });
  const again = await postShare(worker.url, { fragment: fragmentOf('read-back') });
  expect([again.status, await again.json()]).toStrictEqual([200, { id, url }]);
});

test('its address leads to the page', async () => {
  const { url } = await storeShare(worker.url, 'opened');
  const response = await fetch(url, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toStrictEqual([302, `/#${fragmentOf('opened')}`]);
});

test('a share that has an end goes no further than that', async () => {
  const response = await postShare(worker.url, { fragment: fragmentOf('ends'), expiresIn: 120 });
  const { id } = (await response.json()) as { readonly id: string };
  const first = await fetch(`${worker.url}/s/${id}/openai.json`);
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=1(?:20|1\d), immutable$/);
  await worker.kv.put('A'.repeat(22), 'v2.w.x', { metadata: { expiresAt: 1 } });
  expect(await refusalOf(await fetch(`${worker.url}/s/${'A'.repeat(22)}/openai.json`))).toStrictEqual([
    404,
    'unknown-share',
  ]);
});

/** Sends a request's head, and of its body as much as is given; resolves once the Worker has closed the connection. */
function sendPart(head: readonly string[], body = ''): Promise<string> {
  const { host, port } = new URL(worker.url);
  return rawRequest(Number(port), [...head, `host: ${host}`, '', body].join('\r\n'));
}

/** An answer, though the body has not ended: so nobody waited for the rest of it. */
test.each(['shares', 'compile'])('%s reads no body of 10 MiB', async (route) => {
  const head = [
    `POST /api/v1/${route} HTTP/1.1`,
    'content-type: application/json',
    `cf-connecting-ip: ${nextAddress()}`,
  ];
  const refused = /^HTTP\/1\.1 413 .*"code":"body-too-large"/s;
  expect(await sendPart([...head, 'content-length: 10485760'], '{"fragment":"')).toMatch(refused);
  const part = 'x'.repeat(4_194_305);
  expect(await sendPart([...head, 'transfer-encoding: chunked'], `400001\r\n${part}\r\n`)).toMatch(refused);
});

test('bombs are refused, and nothing of them is stored', async () => {
  const before = await worker.kv.ids();
  const zeros = Buffer.alloc(64 * 1_048_576);
  // A fragment of 64 KiB that opens to 64 MiB.
  const bomb = `v2.w.${deflateRawSync(zeros, { level: 9 }).toString('base64url')}`;
  expect(bomb.length).toBeLessThan(100_000);
  expect(await refusalOf(await postShare(worker.url, { fragment: bomb }))).toStrictEqual([413, 'share-too-large']);
  const packed = await fetch(`${worker.url}/api/v1/shares`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'cf-connecting-ip': nextAddress() },
    body: gzipSync(zeros),
  });
  expect(await refusalOf(packed)).toStrictEqual([400, 'invalid-json']);
  expect(await worker.kv.ids()).toStrictEqual(before);
});

const ASKED = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };

test.each(['validate', 'compile', 'prompt', 'filter', 'health', 'openapi.json'])(
  'every page may use /api/v1/%s',
  async (route) => {
    const asked = await fetch(`${worker.url}/api/v1/${route}`, { method: 'OPTIONS', headers: ASKED });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toStrictEqual([204, '*']);
    expect(asked.headers.get('access-control-allow-headers')).toBe('content-type, if-none-match');
    const answer = await fetch(`${worker.url}/api/v1/${route}`, { headers: { origin: ASKED.origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  },
);

test.each(['/api/v1/shares', '/api/v1/shares/AAAAAAAAAAAAAAAAAAAAAA', '/', '/s/AAAAAAAAAAAAAAAAAAAAAA'])(
  'no page is told that it may use %s',
  async (path) => {
    const asked = await fetch(worker.url + path, { method: 'OPTIONS', headers: ASKED });
    const answer = await fetch(worker.url + path, { headers: { origin: ASKED.origin } });
    const told = [asked, answer].map(({ headers }) => headers.get('access-control-allow-origin'));
    expect(told).toStrictEqual([null, null]);
  },
);

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
  const before = (await worker.kv.ids()).length;
  const answers = await Promise.all(
    Array.from({ length: 3 * A_MINUTE }, (_, at) =>
      postShare(worker.url, { fragment: fragmentOf(`many ${at}`) }, { address: household(at) }),
    ),
  );
  expectOneMinute(answers, 201);
  expect((await worker.kv.ids()).length - before).toBe(answers.filter(({ status }) => status === 201).length);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.filter((response) => response.headers.get('retry-after') !== '60')).toStrictEqual([]);
  expect(await Promise.all(refused.map(refusalOf))).toStrictEqual(refused.map(() => [429, 'rate-limited']));
  const neighbour = { fragment: fragmentOf('neighbour') };
  expect((await postShare(worker.url, neighbour, { address: '2001:db8:0:100::7' })).status).toBe(201);
});

test('nothing that was sent is in the log', () => {
  expect(worker.log()).toBe('');
});
