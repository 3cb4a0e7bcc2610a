import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

/** Of every answer that a page of another site may not show in a frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
const REVALIDATED = 'public, max-age=0, must-revalidate';
const IMMUTABLE = 'public, max-age=31536000, immutable';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker?.stop());

/** The values of some headers; null for a missing one. */
async function headersOf(path: string, names: readonly string[], init?: RequestInit): Promise<object> {
  const { headers } = await fetch(worker.url + path, init);
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

test('it says who it is', async () => {
  const response = await fetch(`${worker.url}/api/v1/health`);
  expect(await response.json()).toStrictEqual({ name: 'atip-edge', version: '0.1.0' });
});

test('the page comes as the companion serves it, and says that it is here', async () => {
  const response = await fetch(`${worker.url}/`);
  expect(await response.text()).toContain('<meta name="application-name" content="ATIP workbench"');
  const expected = { ...HEADERS, 'cache-control': REVALIDATED, 'server-timing': 'atip-edge' };
  expect(await headersOf('/', Object.keys(expected))).toStrictEqual(expected);
});

test.each([
  ['/?embed', true],
  ['/?a=b&embed=1', true],
  ['/?embedded', false],
  ['/?x=embed', false],
  ['/?%65mbed', true],
  ['/index.html?embed', false],
  ['/s/AAAAAAAAAAAAAAAAAAAAAA?embed', false],
  ['/api/v1/health?embed', false],
])('%s may stand in a frame of another site: %s', async (path, framed) => {
  const names = ['content-security-policy', 'x-frame-options'];
  expect(await headersOf(path, names, { redirect: 'manual' })).toStrictEqual({
    'content-security-policy': framed ? POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *') : POLICY,
    'x-frame-options': framed ? null : 'DENY',
  });
});

test('a file with a digest in its name is kept for a year, another is not; both carry the headers', async () => {
  const names = await readdir(join(ROOT, 'web/dist/assets'));
  const script = names.find((name) => name.endsWith('.js')) ?? '';
  const asked = [...Object.keys(HEADERS), 'cache-control', 'server-timing'];
  const expected = { ...HEADERS, 'cache-control': IMMUTABLE, 'server-timing': null };
  expect(await headersOf(`/assets/${script}`, asked)).toStrictEqual(expected);
  expect(await headersOf('/favicon.svg', asked)).toStrictEqual({ ...expected, 'cache-control': REVALIDATED });
});

test.each(['/index.html.br', '/_headers', '/.assetsignore'])('%s is not uploaded', async (path) => {
  expect((await fetch(worker.url + path)).status).toBe(404);
});
