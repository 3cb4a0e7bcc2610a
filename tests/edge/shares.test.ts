import { compile, parseTool, PROVIDERS } from '@atip/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENT, fragmentOf, nextAddress, postShare, refusalOf, send, storeShare } from './share-requests.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
}, 60_000);
afterAll(() => worker?.stop());

test('a share is stored, read back, and stored again without a second token', async () => {
  const { id, url, deleteToken } = await storeShare(worker.url, 'read-back');
  expect(url).toBe(`${worker.url}/s/${id}`);
  expect(deleteToken).toMatch(/^[\w-]{22}$/);
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

test('compiled output has a tag, may be kept for a year, and may be read by every page', async () => {
  const { url } = await storeShare(worker.url, 'headers');
  const response = await fetch(`${url}/openai.json`);
  expect(response.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a client that holds it gets 304; HEAD has the headers only', async () => {
  const { url } = await storeShare(worker.url, 'conditional');
  const etag = (await fetch(`${url}/openai.json`)).headers.get('etag') ?? '';
  const ask = async (tag: string): Promise<unknown> => {
    const response = await fetch(`${url}/openai.json`, { headers: { 'if-none-match': tag } });
    return [response.status, response.headers.get('etag'), (await response.text()).length > 0];
  };
  expect([await ask(etag), await ask(`"other", W/${etag}`), await ask('"other"')]).toStrictEqual([
    [304, etag, false],
    [304, etag, false],
    [200, etag, true],
  ]);
  const head = await fetch(`${url}/openai.json`, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toStrictEqual([200, etag, '']);
});

test('a deleted share is gone, its compiled output too; guesses are refused', async () => {
  const { id, url, deleteToken } = await storeShare(worker.url, 'deleted');
  await fetch(`${url}/openai.json`);
  const remove = (token: string): Promise<Response> =>
    send(`${worker.url}/api/v1/shares/${id}`, 'DELETE', {
      'atip-delete-token': token,
      'cf-connecting-ip': nextAddress(),
    });
  expect(await refusalOf(await remove('A'.repeat(22)))).toStrictEqual([403, 'wrong-delete-token']);
  expect((await remove(deleteToken)).status).toBe(204);
  expect(await refusalOf(await remove(deleteToken))).toStrictEqual([404, 'unknown-share']);
  for (const path of [`/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/openai.json`]) {
    expect(await refusalOf(await fetch(worker.url + path))).toStrictEqual([404, 'unknown-share']);
  }
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
