import { createHash } from 'node:crypto';
import { compile, type Provider, selectCommands } from '@atip/core';
import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { DEMO_TOOL, LEAKED_TOKEN } from '../testing/demo-tool.ts';
import { advance, stopTime, TEST_START } from '../testing/manual-time.ts';
import { problemCode } from '../testing/problem-code.ts';
import { createShareClient, DOCUMENT, STATE } from '../testing/share-client.ts';

stopTime();

const FRAGMENT = encodeShare(STATE);
const UNKNOWN = 'A'.repeat(22);

/** ISO time a number of seconds after the test's begin. */
const after = (seconds: number): string => new Date(TEST_START + seconds * 1000).toISOString();

test('a fragment that is too long for a header is opened by a page', async () => {
  const { send, store } = await createShareClient();
  // Incompressible text.
  const text = Array.from({ length: 400 }, (_, at) => createHash('sha256').update(`${at}`).digest('base64')).join('');
  const { id } = await store({ ...STATE, documents: [{ name: 'x', text }] });
  const opened = await send(`/s/${id}`);
  expect([opened.status, opened.headers.get('content-type')]).toStrictEqual([200, 'text/html; charset=utf-8']);
  expect(await opened.text()).toContain('http-equiv="refresh" content="0;url=/#v');
});

const bomb = encodeShare({ ...STATE, documents: [{ name: 'x', text: 'x'.repeat(5_242_880) }] });

test.each([
  ['no link', 'hello', '400 not-a-share-link'],
  ['an address around it', `http://127.0.0.1:4170/${FRAGMENT}`, '400 not-a-share-link'],
  ['markup', '#v1.d.abc"><script>', '400 not-a-share-link'],
  ['too many letters', `#v1.d.${'A'.repeat(1_048_576)}`, '413 share-too-large'],
  ['501 documents', encodeShare({ ...STATE, documents: Array(501).fill(DOCUMENT) }), '413 share-too-large'],
  ['a bomb of 5 MiB', bomb, '413 share-too-large'],
])('a text that is no share is not stored: %s', async (_name, fragment, problem) => {
  const { send, kept } = await createShareClient();
  const response = await send('/api/v1/shares', { body: { fragment } });
  expect([await problemCode(response), kept.size]).toStrictEqual([problem, 0]);
});

test.each([
  ['documents[0].text, line 2', { documents: [{ name: 'x', text: `{\n"description": "${LEAKED_TOKEN}"}` }] }],
  ['filter, line 3', { filter: { commands: [LEAKED_TOKEN] } }],
])('a secret in %s is refused and named, without its value', async (place, part) => {
  const { send, kept } = await createShareClient();
  const response = await send('/api/v1/shares', { body: { fragment: encodeShare({ ...STATE, ...part }) } });
  const text = await response.text();
  expect([response.status, text.includes(place), text.includes(LEAKED_TOKEN), kept.size]).toStrictEqual([
    422,
    true,
    false,
    0,
  ]);
});

/** A link with `{}` as a.json and, under a key that no version reads, the line `curl -H "Authorization: Bearer …" https://x`. */
const WITH_MORE = 'v2.w.q1bKAZoJTLA5CroeCjFKoEDLL4KmLCsFJ6AXgQGenlEQH5VtTBDFKCnAsnsFKJODrUiE-t4gNhZoby0A4ReR';

test('what no reader of a link knows is not stored', async () => {
  const { send, kept } = await createShareClient();
  const response = await send('/api/v1/shares', { body: { fragment: WITH_MORE } });
  const known = encodeShare({ documents: [{ name: 'a.json', text: '{}' }], provider: 'openai' });
  expect([response.status, [...kept.values()].map(({ fragment }) => fragment)]).toStrictEqual([201, [known.slice(1)]]);
});

test.each([59, 0, -60, 60.5, 31_536_001, 1e300, '60', null, true, [], {}])(
  'a life of %j is refused, and nothing is stored',
  async (expiresIn) => {
    const { send, kept } = await createShareClient();
    const response = await send('/api/v1/shares', { body: { fragment: FRAGMENT, expiresIn } });
    expect([await problemCode(response), kept.size]).toStrictEqual(['400 invalid-request', 0]);
  },
);

test('a share lives as long as the longest that anybody asked for', async () => {
  const { send } = await createShareClient();
  const answers: unknown[] = [];
  for (const expiresIn of [120, 60, 31_536_000, undefined, 60]) {
    const response = await send('/api/v1/shares', { body: { fragment: FRAGMENT, expiresIn } });
    const { expiresAt } = await response.json();
    answers.push([response.status, expiresAt]);
  }
  expect(answers).toStrictEqual([
    [201, after(120)],
    [200, after(120)],
    [200, after(31_536_000)],
    [200, undefined],
    [200, undefined],
  ]);
});

test('a share is there until the moment at which it ends, and never after; then it is stored anew', async () => {
  const { send, store, kept } = await createShareClient();
  const { id } = await store(STATE, { expiresIn: 60 });
  const paths = [`/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/openai.json`];
  const statuses = () => Promise.all(paths.map(async (path) => (await send(path)).status));
  advance(59_999);
  expect([await statuses(), kept.size]).toStrictEqual([[200, 302, 200], 1]);
  const etag = (await send(`/s/${id}/openai.json`)).headers.get('etag') ?? '';
  advance(1);
  const held = await send(`/s/${id}/openai.json`, { headers: { 'if-none-match': etag } });
  expect([held.status, await statuses(), kept.size]).toStrictEqual([404, [404, 404, 404], 0]);
  expect((await store(STATE)).id).toBe(id);
});

test('a share that is not what was stored is not served, and is stored anew', async () => {
  const { send, store, kept } = await createShareClient();
  const { id } = await store(STATE);
  for (const fragment of [encodeShare({ ...STATE, panel: 'x' }).slice(1), '"><script>']) {
    kept.set(id, { fragment });
    expect(await problemCode(await send(`/s/${id}`))).toBe('500 share-damaged');
  }
  await store(STATE);
  expect((await send(`/s/${id}`)).status).toBe(302);
});

test.each([
  ['unknown', UNKNOWN],
  ['a path', '..%2f..%2fetc'],
  ['a NUL', `${'A'.repeat(21)}%00`],
  ['10,000 letters', 'A'.repeat(10_000)],
  ['a name that objects have', '__proto__'],
])('an id that is %s leads nowhere, and the store is asked for nothing but an id', async (_name, id) => {
  const asked: string[] = [];
  const get = async (one: string) => void asked.push(one);
  const { send } = await createShareClient({ shares: { get, put: async () => undefined } });
  for (const path of [`/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/openai.json`]) {
    const response = await send(path, { headers: { 'if-none-match': '*' } });
    expect([await problemCode(response), response.headers.get('cache-control')]).toStrictEqual([
      '404 unknown-share',
      'no-store',
    ]);
  }
  expect(asked.filter((one) => one !== UNKNOWN)).toStrictEqual([]);
});

test.each<Provider>(['openai', 'mcp'])('the compiled output itself, for %s', async (provider) => {
  const { send, store } = await createShareClient();
  const filter = { commands: ['say', 'wipe'] };
  const { id } = await store({ documents: [DOCUMENT], provider: 'mcp', strict: true, filter });
  const response = await send(`/s/${id}/${provider}.json`);
  const bytes = await response.text();
  const { tools } = compile([selectCommands(DEMO_TOOL, filter)], provider, { strict: true });
  expect(bytes).toBe(JSON.stringify(tools));
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-type')).toBe('application/json');
  const etag = `"${createHash('sha256').update(bytes).digest().subarray(0, 16).toString('base64url')}"`;
  expect(response.headers.get('etag')).toBe(etag);
  for (const header of [etag, `"x", W/${etag}`, '*']) {
    const again = await send(`/s/${id}/${provider}.json`, { headers: { 'if-none-match': header } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toStrictEqual([304, '', etag]);
  }
});

test.each([
  [60, 0, 60],
  [60, 59_999, 0],
])('of a life of %s s, after %s ms, caches may keep it for %s s', async (expiresIn, passed, seconds) => {
  const { send, store } = await createShareClient();
  const { id } = await store(STATE, { expiresIn });
  advance(passed);
  const { headers } = await send(`/s/${id}/mcp.json`);
  expect(headers.get('cache-control')).toBe(`public, max-age=${seconds}, immutable`);
});

test('documents that cannot be compiled, and an unknown provider, say so', async () => {
  const { send, store } = await createShareClient();
  const { id } = await store(STATE);
  const { id: broken } = await store({ ...STATE, documents: [{ name: 'x', text: '{' }] });
  const { id: unknown } = await store({ ...STATE, filter: { commands: ['sing'] } });
  expect(await problemCode(await send(`/s/${id}/other.json`))).toBe('404 unknown-provider');
  expect(await problemCode(await send(`/s/${broken}/openai.json`))).toBe('422 invalid-metadata');
  expect(await problemCode(await send(`/s/${unknown}/openai.json`))).toBe('422 compile-failed');
});
