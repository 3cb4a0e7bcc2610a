import { expect, test } from 'vitest';
import { createCompiledCache } from './cache-compiled.ts';
import type { EdgeCache } from './edge-env.ts';

const ORIGIN = 'https://atip.example';
const ID = 'A'.repeat(22);
const PATH = `/s/${ID}/openai.json`;

/** A cache that keeps everything for ever, so that what ends, ends because of us. */
function createTestCache(): { readonly cache: EdgeCache; readonly kept: Map<string, Response> } {
  const kept = new Map<string, Response>();
  const cache: EdgeCache = {
    match: async (address) => kept.get(address)?.clone(),
    put: async (address, response) => void kept.set(address, response),
    delete: async (address) => kept.delete(address),
  };
  return { cache, kept };
}

function answer(seconds: number, status = 200): Response {
  const headers = { etag: '"tag"', 'cache-control': `public, max-age=${seconds}, immutable` };
  return new Response('[]', { status, headers });
}

test('a copy is answered as the store answered, for what is left of its time', async () => {
  let now = 1_700_000_000_000;
  const { cache, kept } = createTestCache();
  const compiled = createCompiledCache(cache, () => now);
  await compiled.keep(ORIGIN, PATH, answer(31_536_000));
  expect(kept.get(ORIGIN + PATH)?.headers.get('cache-control')).toBe('public, max-age=300');
  now += 60_000;
  const copy = await compiled.find(ORIGIN, PATH);
  expect([await copy?.text(), Object.fromEntries(copy?.headers ?? [])]).toStrictEqual([
    '[]',
    {
      'cache-control': 'public, max-age=31535940, immutable',
      'content-type': 'text/plain;charset=UTF-8',
      etag: '"tag"',
    },
  ]);
  now += 241_000;
  expect(await compiled.find(ORIGIN, PATH)).toBe(undefined);
});

test('no copy outlives its share, whatever the clock does', async () => {
  const start = 1_700_000_000_000;
  let now = start;
  const { cache, kept } = createTestCache();
  const compiled = createCompiledCache(cache, () => now);
  await compiled.keep(ORIGIN, PATH, answer(90));
  expect(kept.get(ORIGIN + PATH)?.headers.get('cache-control')).toBe('public, max-age=90');
  now = start + 89_000;
  expect((await compiled.find(ORIGIN, PATH))?.headers.get('cache-control')).toBe('public, max-age=1, immutable');
  now = start + 90_000;
  expect(await compiled.find(ORIGIN, PATH)).toBe(undefined);
  now = start - 1000;
  expect(await compiled.find(ORIGIN, PATH)).toBe(undefined);
});

test.each([
  ['what is not there', PATH, answer(300, 404)],
  ['what says not for how long', PATH, new Response('[]')],
  ['what ends now', PATH, answer(0)],
  ['another provider', `/s/${ID}/other.json`, answer(300)],
  ['no id', '/s/short/openai.json', answer(300)],
])('%s is not kept', async (_what, path, response) => {
  const { cache, kept } = createTestCache();
  await createCompiledCache(cache, () => 0).keep(ORIGIN, path, response);
  expect(kept.size).toBe(0);
});

test('a deleted share loses the copies of every provider, and no other share does', async () => {
  const { cache, kept } = createTestCache();
  const compiled = createCompiledCache(cache, () => 0);
  const other = `/s/${'B'.repeat(22)}/openai.json`;
  for (const path of [PATH, `/s/${ID}/gemini.json`, other]) await compiled.keep(ORIGIN, path, answer(300));
  await compiled.drop(ORIGIN, ID);
  expect([...kept.keys()]).toStrictEqual([ORIGIN + other]);
});
