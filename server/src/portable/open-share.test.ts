import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { createShareClient, STATE } from '../testing/share-client.ts';

test('a link of a share opens the page with it', async () => {
  const { send, store } = await createShareClient();
  const response = await send(`/s/${(await store(STATE)).id}`);
  expect([response.status, response.headers.get('location')]).toStrictEqual([302, `/${encodeShare(STATE)}`]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('one that is too long for a header opens it by a page without a script', async () => {
  const { send, store } = await createShareClient();
  // Digits without a pattern, which do not compress.
  const output = Array.from({ length: 3000 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 0).join(' ');
  const state = { ...STATE, output };
  const fragment = encodeShare(state);
  expect(fragment.length).toBeGreaterThan(8000);
  const response = await send(`/s/${(await store(state)).id}`);
  const page = await response.text();
  expect(page).toContain(`content="0;url=/${fragment}"`);
  expect(page).toContain(`<a href="/${fragment}">`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
});
