import { createHash } from 'node:crypto';
import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { createShareClient, DOCUMENT, ORIGIN, STATE } from '../testing/share-client.ts';
import { createSlowShareStore } from '../testing/slow-share-store.ts';
import { TEST_START } from '../testing/test-ports.ts';
import { contentId } from './content-id.ts';
import type { StoredShare } from './share-store.ts';

test('a share has the id of its content, with or without #, however often it is stored', async () => {
  const { send } = await createShareClient();
  const fragment = '#v1.d.q1ZKUbKKjlZKSc3NV9LLKs7PU7I0rI3VUSpQsjKsBQA';
  const first = await send('/api/v1/shares', { body: { fragment: encodeShare(STATE) } });
  const again = await send('/api/v1/shares', { body: { fragment: encodeShare(STATE).slice(1) } });
  const stored = await first.json();
  const { id, url } = stored;
  expect([first.status, again.status, await again.json()]).toStrictEqual([201, 200, { id, url }]);
  const letters = expect.stringMatching(/^[A-Za-z0-9_-]{22}$/);
  expect(stored).toStrictEqual({ id: letters, url: `${ORIGIN}/s/${id}`, deleteToken: letters });
  expect(await (await send(`/api/v1/shares/${stored.id}`)).json()).toStrictEqual({
    id: stored.id,
    fragment: encodeShare(STATE).slice(1),
  });
  expect(await problemCode(await send('/api/v1/shares', { body: { fragment } }))).toBe('400 damaged');
});

test.each([
  ['no link', 'hello', '400 not-a-share-link'],
  ['an address around it', `http://127.0.0.1:4170/${encodeShare(STATE)}`, '400 not-a-share-link'],
  ['markup', '#v1.d.abc"><script>', '400 not-a-share-link'],
  ['a cut link', encodeShare(STATE).slice(0, -4), '400 damaged'],
  ['a version to come', '#v9.d.abcdefgh', '400 unsupported-version'],
  ['too many letters', `#v1.d.${'A'.repeat(1_048_576)}`, '413 share-too-large'],
  ['501 documents', encodeShare({ ...STATE, documents: Array(501).fill(DOCUMENT) }), '413 share-too-large'],
])('what is no share is not stored: %s', async (_name, fragment, problem) => {
  const { send, kept } = await createShareClient();
  expect(await problemCode(await send('/api/v1/shares', { body: { fragment } }))).toBe(problem);
  expect(kept.size).toBe(0);
});

const FRAGMENT = encodeShare(STATE);
/** ISO of so many seconds after the test began. */
const after = (seconds: number): string => new Date(TEST_START + seconds * 1000).toISOString();

test('a share lives as long as the longest that anybody asked for, and its first token stays the only one', async () => {
  const { send, kept } = await createShareClient();
  const answers: unknown[] = [];
  for (const expiresIn of [120, 60, 31_536_000, undefined, 60]) {
    const response = await send('/api/v1/shares', { body: { fragment: FRAGMENT, expiresIn } });
    const { deleteToken, expiresAt } = await response.json();
    const [stored] = kept.values();
    answers.push([response.status, typeof deleteToken, expiresAt, stored?.expiresAt, stored?.deletion?.length]);
  }
  expect(answers).toStrictEqual([
    [201, 'string', after(120), TEST_START + 120_000, 43],
    [200, 'undefined', after(120), TEST_START + 120_000, 43],
    [200, 'undefined', after(31_536_000), TEST_START + 31_536_000_000, 43],
    [200, 'undefined', undefined, undefined, 43],
    [200, 'undefined', undefined, undefined, 43],
  ]);
});

test('what is there already is written only to live longer', async () => {
  const writes: unknown[] = [];
  let stored: StoredShare | undefined;
  const put = async (_id: string, share: StoredShare | undefined) => {
    stored = share;
    writes.push(share?.expiresAt);
  };
  const { send } = await createShareClient({ shares: { get: async () => stored, put } });
  for (const expiresIn of [100, 100, 60, 101]) {
    await send('/api/v1/shares', { body: { fragment: FRAGMENT, expiresIn } });
  }
  expect(writes).toStrictEqual([TEST_START + 100_000, TEST_START + 101_000]);
});

test('the token is not in the store, and no two are the same', async () => {
  const { kept, store } = await createShareClient();
  const tokens = new Set<string>();
  for (let at = 0; at < 5; at += 1) tokens.add((await store({ ...STATE, panel: `${at}` })).deleteToken);
  expect(tokens.size).toBe(5);
  const digests = [...tokens].map((token) => createHash('sha256').update(token).digest('base64url'));
  expect([...kept.values()].map(({ deletion }) => deletion)).toStrictEqual(digests);
});

test('many who store one share at once get one token between them', async () => {
  const { send } = await createShareClient({ shares: createSlowShareStore() });
  const lives = [60, 300, 120, 240, 180];
  const responses = await Promise.all(
    lives.map((expiresIn) => send('/api/v1/shares', { body: { fragment: FRAGMENT, expiresIn } })),
  );
  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses).toStrictEqual([200, 200, 200, 200, 201]);
  const id = await contentId(FRAGMENT.slice(1));
  expect((await (await send(`/api/v1/shares/${id}`)).json()).expiresAt).toBe(after(300));
});

test('an expired share is stored anew, and so is one that is damaged', async () => {
  const { send, kept, store, ports } = await createShareClient();
  const first = await store(STATE, { expiresIn: 60 });
  ports.clock.advance(60_000);
  const second = await store(STATE);
  kept.set(second.id, { fragment: 'v1.d.forged' });
  const third = await store(STATE);
  expect(new Set([first, second, third].map(({ deleteToken }) => deleteToken)).size).toBe(3);
  expect((await (await send(`/api/v1/shares/${third.id}`)).json()).fragment).toBe(FRAGMENT.slice(1));
});

test('a share from before there were tokens stays for ever, and nobody gets a token for it', async () => {
  const { send, kept, store } = await createShareClient();
  const { id } = await store(STATE);
  kept.set(id, { fragment: FRAGMENT.slice(1) });
  const response = await send('/api/v1/shares', { body: { fragment: FRAGMENT, expiresIn: 60 } });
  expect([response.status, await response.json()]).toStrictEqual([200, { id, url: `${ORIGIN}/s/${id}` }]);
  expect(kept.get(id)).toStrictEqual({ fragment: FRAGMENT.slice(1) });
});

test.each([59, 0, -60, 60.5, 31_536_001, 1e300, '60', null, true, [], {}])(
  'a life of %j is refused, and nothing is stored',
  async (expiresIn) => {
    const { send, kept } = await createShareClient();
    const response = await send('/api/v1/shares', { body: { fragment: FRAGMENT, expiresIn } });
    expect([await problemCode(response), kept.size]).toStrictEqual(['400 invalid-request', 0]);
  },
);

test.each([60, 31_536_000])('a life of %j is taken', async (expiresIn) => {
  const { store } = await createShareClient();
  expect(await store(STATE, { expiresIn })).toMatchObject({ expiresAt: after(expiresIn) });
});

test('a misspelled end does not keep a share for ever', async () => {
  const { send, kept } = await createShareClient();
  const response = await send('/api/v1/shares', { body: { fragment: FRAGMENT, expires: 60 } });
  expect([await problemCode(response), kept.size]).toStrictEqual(['400 invalid-request', 0]);
});

test('a number that JSON cannot hold is no life', async () => {
  const { send, kept } = await createShareClient();
  const text = `{"fragment":${JSON.stringify(FRAGMENT)},"expiresIn":1e999}`;
  const response = await send('/api/v1/shares', { raw: text });
  expect([await problemCode(response), kept.size]).toStrictEqual(['400 invalid-request', 0]);
});
