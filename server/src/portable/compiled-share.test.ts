import { createHash } from 'node:crypto';
import { compile, selectCommands } from '@atip/core';
import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { ProblemError } from '../http/problem.ts';
import { DEMO_TOOL } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { createShareClient, DOCUMENT, STATE } from '../testing/share-client.ts';
import { createAnswerCache } from './answer-cache.ts';
import { compiledShare, type ShareOutcome } from './compiled-share.ts';
import { contentId } from './content-id.ts';
import type { FoundShare } from './find-share.ts';

test.each(['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'bedrock'] as const)(
  'the compiled output itself, for %s',
  async (provider) => {
    const { send, store } = await createShareClient();
    const filter = { commands: ['say', 'wipe'] };
    const { id } = await store({ documents: [DOCUMENT], provider: 'mcp', strict: true, filter });
    const response = await send(`/s/${id}/${provider}.json`);
    const expected = compile([selectCommands(DEMO_TOOL, filter)], provider, { strict: true }).tools;
    expect(await response.json()).toStrictEqual(JSON.parse(JSON.stringify(expected)));
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('application/json');
  },
);

test('whoever has the bytes is told so', async () => {
  const { send, store } = await createShareClient();
  const path = `/s/${(await store(STATE)).id}/openai.json`;
  const etag = (await send(path)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
  for (const header of [etag, `"x", W/${etag}`, '*']) {
    const response = await send(path, { headers: { 'if-none-match': header } });
    expect([response.status, await response.text(), response.headers.get('etag')]).toStrictEqual([304, '', etag]);
  }
  expect((await send(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
});

test('what cannot be compiled, and a provider that there is not, say so', async () => {
  const { send, store } = await createShareClient();
  const { id } = await store(STATE);
  const { id: broken } = await store({ ...STATE, documents: [{ name: 'x', text: '{' }] });
  const { id: unknown } = await store({ ...STATE, filter: { commands: ['sing'] } });
  expect(await problemCode(await send(`/s/${id}/other.json`))).toBe('404 unknown-provider');
  expect(await problemCode(await send(`/s/${id}/openai`))).toBe('404 unknown-provider');
  expect(await problemCode(await send(`/s/${broken}/openai.json`))).toBe('422 invalid-metadata');
  expect(await problemCode(await send(`/s/${unknown}/openai.json`))).toBe('422 compile-failed');
});

test.each([
  [60, 0, 60],
  [60, 30_500, 29],
  [60, 59_999, 0],
  [31_536_000, 0, 31_536_000],
  [undefined, 0, 31_536_000],
])('of a life of %s s, after %s ms, caches may keep it for %s s', async (expiresIn, passed, seconds) => {
  const { send, store, ports } = await createShareClient();
  const { id } = await store(STATE, { expiresIn });
  ports.clock.advance(passed);
  const first = await send(`/s/${id}/mcp.json`);
  const again = await send(`/s/${id}/mcp.json`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect([first.status, again.status]).toStrictEqual([200, 304]);
  for (const { headers } of [first, again]) {
    expect(headers.get('cache-control')).toBe(`public, max-age=${seconds}, immutable`);
  }
});

test('HEAD says what GET says, without the bytes', async () => {
  const { send, store } = await createShareClient();
  const { id } = await store(STATE);
  for (const path of [`/s/${id}/openai.json`, `/s/${id}`, `/api/v1/shares/${id}`, '/s/none']) {
    const [get, head] = [await send(path), await send(path, { method: 'HEAD' })];
    expect([head.status, [...head.headers], await head.text()]).toStrictEqual([get.status, [...get.headers], '']);
  }
});

test('the etag is the digest of the bytes, from memory too', async () => {
  const { send, store } = await createShareClient();
  const path = `/s/${(await store(STATE)).id}/openai.json`;
  for (let round = 0; round < 2; round += 1) {
    const response = await send(path);
    const digest = createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest();
    expect(response.headers.get('etag')).toBe(`"${digest.subarray(0, 16).toString('base64url')}"`);
  }
});

const SHARE: FoundShare = { id: 'a', fragment: encodeShare(STATE).slice(1), end: Number.POSITIVE_INFINITY };
const BROKEN = {
  ...SHARE,
  id: 'b',
  fragment: encodeShare({ ...STATE, documents: [{ name: 'x', text: '{' }] }).slice(1),
};
const REQUEST = { file: 'openai.json', ifNoneMatch: undefined, now: 0 };

test('a share is compiled once for each provider, and one that cannot be is refused from memory', async () => {
  const kept = createAnswerCache<ShareOutcome>(1_000_000);
  const first = await (await compiledShare(SHARE, REQUEST, kept)).text();
  const refusal: unknown = await compiledShare(BROKEN, REQUEST, kept).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProblemError);
  // What cannot be read any more is not read.
  const unread = { fragment: 'x' };
  expect(await (await compiledShare({ ...SHARE, ...unread }, REQUEST, kept)).text()).toBe(first);
  await expect(compiledShare({ ...BROKEN, ...unread }, REQUEST, kept)).rejects.toBe(refusal);
  await expect(compiledShare({ ...SHARE, ...unread }, { ...REQUEST, file: 'mcp.json' }, kept)).rejects.toMatchObject({
    problem: { status: 400, code: 'not-a-share-link' },
  });
});

test('what is kept is no way round the store: whoever has no share gets nothing of it', async () => {
  let there = true;
  const share = { fragment: encodeShare(STATE).slice(1) };
  const shares = { get: async () => (there ? share : undefined), put: async () => undefined };
  const { send } = await createShareClient({ shares });
  const path = `/s/${await contentId(share.fragment)}/openai.json`;
  expect((await send(path)).status).toBe(200);
  there = false;
  expect(await problemCode(await send(path))).toBe('404 unknown-share');
});
