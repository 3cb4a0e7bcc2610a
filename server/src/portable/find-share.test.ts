import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { createShareClient, STATE } from '../testing/share-client.ts';
import { createSlowShareStore } from '../testing/slow-share-store.ts';
import { TEST_START } from '../testing/test-ports.ts';
import type { StoredShare } from './share-store.ts';

test.each([
  ['unknown', 'A'.repeat(22)],
  ['a path', '..%2f..%2fetc'],
  ['a path that is decoded once more', '%252e%252e%252fetc'],
  ['a NUL', `${'A'.repeat(21)}%00`],
  ['a line break behind it', `${'A'.repeat(22)}%0a`],
  ['no ASCII', '%F0%9F%99%82'],
  ['broken UTF-8', '%F0%9F'],
  ['10,000 letters', 'A'.repeat(10_000)],
  ['a name that objects have', '__proto__'],
])('an id that is %s leads nowhere, is kept by no cache, and nothing is asked for it but an id', async (_name, id) => {
  const asked: string[] = [];
  const get = async (one: string) => void asked.push(one);
  const { send } = await createShareClient({ shares: { get, put: async () => undefined } });
  for (const path of [`/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/openai.json`, `/s/${id}/other.json`]) {
    const response = await send(path, { headers: { 'if-none-match': '*' } });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await problemCode(response)).toBe('404 unknown-share');
  }
  expect(asked.filter((one) => one !== 'A'.repeat(22))).toStrictEqual([]);
});

test('a share that is not what was stored is not served', async () => {
  for (const fragment of [encodeShare(STATE).slice(1), '"><script>']) {
    const { send } = await createShareClient({
      shares: { get: async () => ({ fragment }), put: async () => undefined },
    });
    expect(await problemCode(await send('/s/AAAAAAAAAAAAAAAAAAAAAA'))).toBe('500 share-damaged');
  }
});

test('a share is there until the moment at which it ends, and never after', async () => {
  const { send, store, kept, ports } = await createShareClient();
  const { id } = await store(STATE, { expiresIn: 60 });
  const paths = [`/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/openai.json`];
  const statuses = () => Promise.all(paths.map(async (path) => (await send(path)).status));
  ports.clock.advance(59_999);
  expect([await statuses(), kept.size]).toStrictEqual([[200, 302, 200], 1]);
  expect(await (await send(`/api/v1/shares/${id}`)).json()).toStrictEqual({
    id,
    fragment: encodeShare(STATE).slice(1),
    expiresAt: new Date(TEST_START + 60_000).toISOString(),
  });
  ports.clock.advance(1);
  expect([await statuses(), kept.size]).toStrictEqual([[404, 404, 404], 0]);
});

test('nobody who has the bytes of an expired share is told that they still hold', async () => {
  const { send, store, ports } = await createShareClient();
  const path = `/s/${(await store(STATE, { expiresIn: 60 })).id}/openai.json`;
  const etag = (await send(path)).headers.get('etag') ?? '';
  expect((await send(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  ports.clock.advance(60_000);
  expect((await send(path, { headers: { 'if-none-match': etag } })).status).toBe(404);
});

test('a clock that is behind keeps a share by its skew and no longer; one that is put back brings none back', async () => {
  let skew = 0;
  const { send, store, kept } = await createShareClient({ now: () => TEST_START + skew });
  const { id } = await store(STATE, { expiresIn: 60 });
  const statusAt = async (ms: number) => {
    skew = ms;
    return (await send(`/api/v1/shares/${id}`)).status;
  };
  expect([await statusAt(-3_600_000), await statusAt(59_999), kept.size]).toStrictEqual([200, 200, 1]);
  expect([await statusAt(60_000), await statusAt(0), kept.size]).toStrictEqual([404, 404, 0]);
});

test('an expired share that was stored again meanwhile stays', async () => {
  const slow = createSlowShareStore();
  const { send, store, ports } = await createShareClient({ shares: slow });
  const { id } = await store(STATE, { expiresIn: 60 });
  ports.clock.advance(60_000);
  const [stored, ...reads] = await Promise.all([
    send('/api/v1/shares', { body: { fragment: encodeShare(STATE) } }),
    ...Array.from({ length: 5 }, () => send(`/api/v1/shares/${id}`)),
  ]);
  expect(stored.status).toBe(201);
  expect(reads.every(({ status }) => status === 404 || status === 200)).toBe(true);
  expect((await send(`/api/v1/shares/${id}`)).status).toBe(200);
});

test('where an expired share cannot be removed it is not there all the same, and that is reported', async () => {
  const full = new Error('read-only');
  const share = { fragment: encodeShare(STATE).slice(1), expiresAt: TEST_START };
  const { send, ports } = await createShareClient({
    shares: { get: async () => share, put: async () => Promise.reject(full) },
  });
  expect(await problemCode(await send(`/s/${'A'.repeat(22)}`))).toBe('404 unknown-share');
  expect(ports.reported).toStrictEqual([full]);
});

test('what is stored again between looking and removing stays', async () => {
  const fragment = encodeShare(STATE).slice(1);
  const answers: StoredShare[] = [{ fragment, expiresAt: TEST_START }, { fragment }];
  const written: unknown[] = [];
  const shares = {
    get: async () => answers.shift(),
    put: async (_id: string, share: unknown) => void written.push(share),
  };
  const { send } = await createShareClient({ shares });
  expect(await problemCode(await send(`/s/${'A'.repeat(22)}`))).toBe('404 unknown-share');
  expect([answers, written]).toStrictEqual([[], []]);
});
