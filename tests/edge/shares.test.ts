import { compile, parseTool, PROVIDERS } from '@atip/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
  // The second answer may come from the cache, and the third does.
  for (const _time of [1, 2, 3]) {
    const response = await fetch(`${url}/${provider}.json`);
    expect(await response.text()).toBe(compiled);
    expect(response.headers.get('content-type')).toBe('application/json');
  }
});

/** Asks until the answer comes from the cache, which the store is not asked for. */
async function whenCached(id: string): Promise<void> {
  const fragment = await worker.kv.get(id);
  await worker.kv.put(id, 'something else', { metadata: {} });
  await vi.waitFor(async () => expect((await fetch(`${worker.url}/s/${id}/openai.json`)).status).toBe(200));
  if (fragment !== null) await worker.kv.put(id, fragment, { metadata: {} });
}

test('compiled output has a tag, may be kept for a year, and may be read by every page', async () => {
  const { url } = await storeShare(worker.url, 'headers');
  const response = await fetch(`${url}/openai.json`);
  expect(response.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('whoever holds it gets 304, from the store and from the cache; HEAD has the headers only', async () => {
  const { id, url } = await storeShare(worker.url, 'conditional');
  const etag = (await fetch(`${url}/openai.json`)).headers.get('etag') ?? '';
  const ask = async (tag: string): Promise<unknown> => {
    const response = await fetch(`${url}/openai.json`, { headers: { 'if-none-match': tag } });
    return [response.status, response.headers.get('etag'), (await response.text()).length > 0];
  };
  const expected = [
    [304, etag, false],
    [304, etag, false],
    [200, etag, true],
  ];
  const askAll = async (): Promise<unknown> => [await ask(etag), await ask(`"other", W/${etag}`), await ask('"other"')];
  expect(await askAll()).toStrictEqual(expected);
  await whenCached(id);
  expect(await askAll()).toStrictEqual(expected);
  const head = await fetch(`${url}/openai.json`, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toStrictEqual([200, etag, '']);
});

test('a deleted share is gone, its compiled output at this place too; guesses are refused', async () => {
  const { id, url, deleteToken } = await storeShare(worker.url, 'deleted');
  await fetch(`${url}/openai.json`);
  await whenCached(id);
  await worker.kv.put(id, fragmentOf('deleted'), { metadata: await digestOf(deleteToken) });
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

async function digestOf(token: string): Promise<object> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return { deletion: Buffer.from(digest).toString('base64url') };
}

test('a share that has an end goes no further than that', async () => {
  const response = await postShare(worker.url, { fragment: fragmentOf('ends'), expiresIn: 120 });
  const { id } = (await response.json()) as { readonly id: string };
  const first = await fetch(`${worker.url}/s/${id}/openai.json`);
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=1(?:20|1\d), immutable$/);
  await worker.kv.put('A'.repeat(22), 'v1.l.x', { metadata: { expiresAt: 1 } });
  expect(await refusalOf(await fetch(`${worker.url}/s/${'A'.repeat(22)}/openai.json`))).toStrictEqual([
    404,
    'unknown-share',
  ]);
});

test.each([
  ['another fragment', fragmentOf('another'), { metadata: {} }],
  ['no fragment', '<script>alert(1)</script>', { metadata: {} }],
  ['nothing', '', { metadata: {} }],
  ['what says nothing of its end', fragmentOf('damaged'), undefined],
  ['an end that is no time', fragmentOf('damaged'), { metadata: { expiresAt: 'never' } }],
  ['a token that is no text', fragmentOf('damaged'), { metadata: { deletion: 7 } }],
])('a share that is %s by now is not served', async (_what, value, options) => {
  // The id is the fragment's, so the same one for all of these.
  const { id } = (await (await postShare(worker.url, { fragment: fragmentOf('damaged') })).json()) as { id: string };
  await worker.kv.put(id, value, options);
  for (const path of [`/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/openai.json`]) {
    expect(await refusalOf(await fetch(worker.url + path))).toStrictEqual([500, 'share-damaged']);
  }
  // As it says: share it again.
  expect((await postShare(worker.url, { fragment: fragmentOf('damaged') })).status).toBe(201);
  expect((await fetch(`${worker.url}/api/v1/shares/${id}`)).status).toBe(200);
});
