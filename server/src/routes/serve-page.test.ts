import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { PageFile } from '../ports.ts';
import { servePage } from '../page/page-files.ts';

const FILES: Readonly<Record<string, PageFile>> = {
  '/': { body: new TextEncoder().encode('page'), type: 'text/html; charset=utf-8', immutable: false },
  '/assets/a-1.js': { body: new TextEncoder().encode('code'), type: 'text/javascript; charset=utf-8', immutable: true },
};
const PAGE_TAG = '"NmAxWprz3yVdjxmrB35Hl4"';

/** A page that has been compressed, into its bytes in reverse. */
const app = new Hono().get(
  '*',
  servePage(async (path, { brotli } = { brotli: false }) => {
    const file = FILES[path];
    if (file === undefined || !brotli) return file ?? null;
    return { ...file, body: file.body.toReversed(), encoding: 'br' };
  }),
);

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, { headers });
  return { status: response.status, text: await response.text(), headers: Object.fromEntries(response.headers) };
}

test('the page itself is asked about each time, by a tag', async () => {
  expect(await get('/')).toStrictEqual({
    status: 200,
    text: 'page',
    headers: {
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      etag: PAGE_TAG,
      'server-timing': 'atip-companion',
      vary: 'Accept-Encoding',
    },
  });
});

test.each([PAGE_TAG, `W/${PAGE_TAG}`, `"other", ${PAGE_TAG}`])('who holds %s is sent no page', async (held) => {
  expect(await get('/', { 'if-none-match': held })).toStrictEqual({
    status: 304,
    text: '',
    headers: {
      'cache-control': 'no-cache',
      etag: PAGE_TAG,
      'server-timing': 'atip-companion',
      vary: 'Accept-Encoding',
    },
  });
});

test('what changes its name with its content has no tag and is kept', async () => {
  expect(await get('/assets/a-1.js')).toStrictEqual({
    status: 200,
    text: 'code',
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    },
  });
});

test('a compressed page has a tag of its own', async () => {
  const { text, headers } = await get('/', { 'accept-encoding': 'gzip, br', 'if-none-match': PAGE_TAG });
  expect([text, headers['content-encoding']]).toStrictEqual(['egap', 'br']);
  expect(headers['etag']).not.toBe(PAGE_TAG);
});
