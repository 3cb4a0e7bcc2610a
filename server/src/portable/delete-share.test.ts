import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { createShareClient, STATE } from '../testing/share-client.ts';
import { createSlowShareStore } from '../testing/slow-share-store.ts';

const deletion = (token?: string) => ({
  method: 'DELETE',
  headers: token === undefined ? {} : { 'atip-delete-token': token },
});

test('whoever has the token deletes a share, once, everywhere', async () => {
  const { send, store, kept } = await createShareClient();
  const { id, deleteToken } = await store(STATE);
  expect((await send(`/s/${id}/openai.json`)).status).toBe(200);
  const response = await send(`/api/v1/shares/${id}`, deletion(deleteToken));
  expect([response.status, await response.text(), kept.size]).toStrictEqual([204, '', 0]);
  for (const path of [`/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/openai.json`, `/s/${id}/other.json`]) {
    expect(await problemCode(await send(path))).toBe('404 unknown-share');
  }
  expect(await problemCode(await send(`/api/v1/shares/${id}`, deletion(deleteToken)))).toBe('404 unknown-share');
});

test.each<[string, (token: string) => string | undefined]>([
  ['none', () => undefined],
  ['an empty one', () => ''],
  ['another', () => 'A'.repeat(22)],
  ['one with a letter more', (token) => `${token}A`],
  ['the end of it', (token) => token.slice(1)],
  ['in other letters', (token) => (token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase())],
  ['a long one', () => 'A'.repeat(10_000)],
  ['two of them', (token) => `${token}, ${token}`],
  ['no text', () => '%00'],
])('a token that is wrong deletes nothing: %s', async (_name, wrong) => {
  const { send, store, kept } = await createShareClient();
  const { id, deleteToken } = await store(STATE);
  const response = await send(`/api/v1/shares/${id}`, deletion(wrong(deleteToken)));
  expect([await problemCode(response), kept.size]).toStrictEqual(['403 wrong-delete-token', 1]);
});

test('neither the digest that is stored nor the token of another share deletes', async () => {
  const { send, store, kept } = await createShareClient();
  const { id } = await store(STATE);
  const other = await store({ ...STATE, panel: 'x' });
  const digest = kept.get(id)?.deletion ?? '';
  expect(digest).toHaveLength(43);
  for (const token of [digest, digest.slice(0, 22), other.deleteToken]) {
    expect(await problemCode(await send(`/api/v1/shares/${id}`, deletion(token)))).toBe('403 wrong-delete-token');
  }
  expect(kept.size).toBe(2);
});

test('a share without a token cannot be deleted', async () => {
  const { send, store, kept } = await createShareClient();
  const { id, deleteToken } = await store(STATE);
  kept.set(id, { fragment: encodeShare(STATE).slice(1) });
  for (const token of [deleteToken, undefined, '']) {
    expect(await problemCode(await send(`/api/v1/shares/${id}`, deletion(token)))).toBe('403 wrong-delete-token');
  }
});

test('a damaged share can be deleted by its token, an expired one is not there', async () => {
  const { send, store, kept, ports } = await createShareClient();
  const { id, deleteToken } = await store(STATE, { expiresIn: 60 });
  kept.set(id, { ...kept.get(id), fragment: 'x' });
  expect((await send(`/api/v1/shares/${id}`, deletion(deleteToken))).status).toBe(204);
  const again = await store(STATE, { expiresIn: 60 });
  ports.clock.advance(60_000);
  expect(await problemCode(await send(`/api/v1/shares/${id}`, deletion(again.deleteToken)))).toBe('404 unknown-share');
});

test.each([
  ['a path', '..%2f..%2fetc'],
  ['a word', 'none'],
  ['a NUL', '%00'],
  ['10,000 letters', 'A'.repeat(10_000)],
  ['no ASCII', '%F0%9F%99%82'],
  ['broken UTF-8', '%F0%9F'],
])('what is no id reaches no store: %s', async (_name, id) => {
  const { send } = await createShareClient({
    shares: {
      get: async () => Promise.reject(new Error('asked')),
      put: async () => Promise.reject(new Error('asked')),
    },
  });
  expect(await problemCode(await send(`/api/v1/shares/${id}`, deletion('A'.repeat(22))))).toBe('404 unknown-share');
});

test('to delete and to lengthen at once comes to one after the other', async () => {
  const { send, store } = await createShareClient({ shares: createSlowShareStore() });
  const { id, deleteToken } = await store(STATE, { expiresIn: 60 });
  const [gone, stored] = await Promise.all([
    send(`/api/v1/shares/${id}`, deletion(deleteToken)),
    send('/api/v1/shares', { body: { fragment: encodeShare(STATE), expiresIn: 300 } }),
  ]);
  const left = await send(`/api/v1/shares/${id}`);
  // Never 200, 204, 200: a share that its owner deleted, and that is there for ever.
  expect([
    [201, 204, 200],
    [200, 204, 404],
  ]).toContainEqual([stored.status, gone.status, left.status]);
});

test('of many who delete at once one does', async () => {
  const { send, store } = await createShareClient({ shares: createSlowShareStore() });
  const { id, deleteToken } = await store(STATE);
  const sent = Array.from({ length: 5 }, () => send(`/api/v1/shares/${id}`, deletion(deleteToken)));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.sort()).toStrictEqual([204, 404, 404, 404, 404]);
});

test('the companion wants its own token too', async () => {
  const { send, store, kept } = await createShareClient();
  const { id, deleteToken } = await store(STATE);
  const headers = { 'atip-delete-token': deleteToken };
  for (const authorization of ['', `Bearer ${deleteToken}`]) {
    const response = await send(`/api/v1/shares/${id}`, { method: 'DELETE', headers: { ...headers, authorization } });
    expect([response.status, kept.size]).toStrictEqual([401, 1]);
  }
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const response = await send(`/api/v1/shares/${id}`, { method: 'DELETE', headers: { ...headers, ...foreign } });
  expect([response.status, kept.size]).toStrictEqual([403, 1]);
});
