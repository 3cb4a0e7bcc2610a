import { expect, test } from 'vitest';
import { stopTime, TEST_START } from '../testing/manual-time.ts';
import { createKvShareStore, type KvNamespace } from './kv-share-store.ts';

stopTime();

/** A store whose failures fail the test. */
const unreported = (error: unknown): never => {
  throw error;
};

/** A namespace in memory that records every write. */
function recordingKv(): { readonly kv: KvNamespace; readonly written: unknown[] } {
  const values = new Map<string, { readonly value: string; readonly metadata: unknown }>();
  const written: unknown[] = [];
  const kv: KvNamespace = {
    getWithMetadata: async (id) => values.get(id) ?? { value: null, metadata: null },
    put: async (id, value, options) => {
      written.push([id, value, options]);
      values.set(id, { value, metadata: options.metadata });
    },
    delete: async (id) => {
      written.push([id]);
      values.delete(id);
    },
  };
  return { kv, written };
}

test('the fragment is the value, the rest is metadata', async () => {
  const { kv, written } = recordingKv();
  const store = createKvShareStore(kv, unreported);
  await store.put('id', { fragment: 'v1.l.x' });
  expect(await store.get('id')).toStrictEqual({ fragment: 'v1.l.x' });
  await store.put('id', undefined);
  expect(await store.get('id')).toBe(undefined);
  expect(written).toStrictEqual([['id', 'v1.l.x', { metadata: {} }], ['id']]);
});

test.each([
  [90_500, 91],
  [1, 60],
])('KV is told to forget what ends in %i ms after %i s', async (left, expirationTtl) => {
  const { kv, written } = recordingKv();
  const expiresAt = TEST_START + left;
  await createKvShareStore(kv, unreported).put('id', { fragment: 'v1.l.x', expiresAt });
  expect(written).toStrictEqual([['id', 'v1.l.x', { metadata: { expiresAt }, expirationTtl }]]);
});

test.each([[null], ['text'], [{ expiresAt: 'soon' }], [{ expiresAt: Number.NaN }], [{ expiresAt: 1e300 }]])(
  'with %j as metadata it is no share any more',
  async (metadata) => {
    const kv: KvNamespace = { ...recordingKv().kv, getWithMetadata: async () => ({ value: 'v1.l.x', metadata }) };
    expect(await createKvShareStore(kv, unreported).get('id')).toStrictEqual({ fragment: '' });
  },
);

test('too many writes of one share are the client’s affair, other failures are ours', async () => {
  const reported: unknown[] = [];
  const failing = (message: string): KvNamespace => ({
    ...recordingKv().kv,
    put: () => Promise.reject(new Error(message)),
  });
  const putting = (message: string): Promise<void> =>
    createKvShareStore(failing(message), (error) => reported.push(error)).put('id', { fragment: 'v1.l.x' });
  await expect(putting('KV PUT failed: 429 Too Many Requests')).rejects.toMatchObject({
    problem: { status: 429, code: 'rate-limited' },
    retryAfter: 1000,
  });
  expect(reported).toStrictEqual([]);
  await expect(putting('KV PUT failed: 500 Internal Server Error')).rejects.toMatchObject({
    problem: { status: 503, code: 'shares-unavailable' },
  });
  expect(reported).toStrictEqual([new Error('KV PUT failed: 500 Internal Server Error')]);
});
