import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { createPageReader, servePage, type PageFile } from './page-files.ts';

async function prepare() {
  const { at, write } = await createTemporaryDirectory();
  const root = at('dist');
  await mkdir(join(root, 'folder.js'), { recursive: true });
  for (const [path, text] of [
    ['dist/index.html', 'page'],
    ['dist/assets/app-1234.js', 'code'],
    ['dist/assets/app-1234.js.br', 'code, compressed'],
    ['dist/.env.json', 'hidden'],
    ['dist/run.sh', 'script'],
    ['secret.json', 'secret'],
    ['dist-other/secret.json', 'secret'],
  ] as const)
    await write(path, text);
  await symlink('../secret.json', join(root, 'linked.json'));
  await symlink('../dist-other/secret.json', join(root, 'sibling.json'));
  await symlink('assets/app-1234.js', join(root, 'inside.js'));
  await symlink('../secret.json', join(root, 'index.html.br'));
  return createPageReader(root);
}

test.each([
  ['/', 'page', 'text/html; charset=utf-8', false],
  ['/index.html', 'page', 'text/html; charset=utf-8', false],
  ['/assets/app-1234.js', 'code', 'text/javascript; charset=utf-8', true],
  ['/inside.js', 'code', 'text/javascript; charset=utf-8', false],
])('%s is served', async (path, text, type, immutable) => {
  const file = await (await prepare())(path);
  expect({ ...file, body: new TextDecoder().decode(file?.body) }).toStrictEqual({ body: text, type, immutable });
});

test('what the build compressed is served to who takes it', async () => {
  const read = await prepare();
  const file = await read('/assets/app-1234.js', { brotli: true });
  expect({ ...file, body: new TextDecoder().decode(file?.body) }).toStrictEqual({
    body: 'code, compressed',
    type: 'text/javascript; charset=utf-8',
    immutable: true,
    encoding: 'br',
  });
});

test.each([
  ['/inside.js', 'code'],
  ['/index.html', 'page'],
])('%s is served as it is: there is nothing compressed beside it, or that lies elsewhere', async (path, text) => {
  const file = await (await prepare())(path, { brotli: true });
  expect([new TextDecoder().decode(file?.body), file?.encoding]).toStrictEqual([text, undefined]);
});

test.each([
  '/missing.js',
  '/../dist-other/secret.json',
  '/..\\secret.json',
  '/sibling.json',
  '/folder.js',
  '/assets/app-1234.js.br',
  '/run.sh',
  '/index.html\0.js',
  `/${'a'.repeat(5_000)}.js`,
])('%s is not', async (path) => {
  expect(await (await prepare())(path)).toBe(null);
});

const FILES: Readonly<Record<string, PageFile>> = {
  '/': { body: new TextEncoder().encode('page'), type: 'text/html; charset=utf-8', immutable: false },
  '/assets/a-1.js': { body: new TextEncoder().encode('code'), type: 'text/javascript; charset=utf-8', immutable: true },
};
const PAGE_TAG = '"NmAxWprz3yVdjxmrB35Hl4"';

/** A page that was compressed: its bytes in reverse. */
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

test('the page is told for which page links are made', async () => {
  const read = await prepare();
  const timing = async (publicPage?: string): Promise<string | null> =>
    (await new Hono().get('*', servePage(read, publicPage)).request('/')).headers.get('server-timing');
  expect(await timing()).toBe('atip-companion');
  expect(await timing('https://e.org/a/')).toBe('atip-companion, atip-page;desc="https://e.org/a/"');
});
