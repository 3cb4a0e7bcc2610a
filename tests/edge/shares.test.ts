import { deflateRawSync, gzipSync } from 'node:zlib';
import { compile, parseTool, PROVIDERS } from '@atip/core';
import { encodeShare } from '@atip/share';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '../../server/src/testing/raw-request.ts';
import { DOCUMENT, fragmentOf, nextAddress, postShare, refusalOf, storeShare } from './share-requests.ts';
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

test.each(PROVIDERS)('as %s.json it is what core compiles, byte for byte', async (provider) => {
  const { tool } = parseTool(DOCUMENT);
  if (tool === undefined) throw new Error('The document of these tests is not valid.');
  const { url } = await storeShare(worker.url, `for ${provider}`);
  const compiled = JSON.stringify(compile([tool], provider).tools);
  const response = await fetch(`${url}/${provider}.json`);
  expect([response.headers.get('content-type'), await response.text()]).toStrictEqual(['application/json', compiled]);
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
  const long = `v2.w.${'A'.repeat(1_048_577)}`;
  expect(await refusalOf(await postShare(worker.url, { fragment: long }))).toStrictEqual([413, 'share-too-large']);
  const packed = await fetch(`${worker.url}/api/v1/shares`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'cf-connecting-ip': nextAddress() },
    body: gzipSync(zeros),
  });
  expect(await refusalOf(packed)).toStrictEqual([400, 'invalid-json']);
  expect(await worker.kv.ids()).toStrictEqual(before);
});

test('a secret is not stored', async () => {
  const before = await worker.kv.ids();
  const text = DOCUMENT.replace('Does what tests need', `Token ghp_${'a1B2'.repeat(9)}`);
  const fragment = encodeShare({ documents: [{ name: 'secret', text }], provider: 'openai' });
  expect(await refusalOf(await postShare(worker.url, { fragment }))).toStrictEqual([422, 'secret-found']);
  expect(await worker.kv.ids()).toStrictEqual(before);
});

test.each([
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['no origin', { origin: 'null' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site' }],
])("a page of %s cannot write in a visitor's name", async (_name, headers) => {
  const fragment = fragmentOf('foreign');
  const response = await postShare(worker.url, { fragment }, headers);
  expect(response.headers.get('access-control-allow-origin')).toBe(null);
  expect(await refusalOf(response)).toStrictEqual([403, 'cross-site']);
});

test("the site's own page writes", async () => {
  const headers = { origin: worker.url, 'sec-fetch-site': 'same-origin' };
  expect((await postShare(worker.url, { fragment: fragmentOf('own') }, headers)).status).toBe(201);
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

test('nothing that was sent is in the log', () => {
  expect(worker.log()).toBe('');
});
