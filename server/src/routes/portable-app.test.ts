import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { STATE } from '../testing/share-client.ts';
import { contentId } from '../shares/stored-share.ts';
import { createPortableApp } from './portable-app.ts';
import type { StoredShare } from '../ports.ts';

const FRAGMENT = encodeShare(STATE).slice(1);

/** The routes as a Worker has them: without guards and queues. */
async function prepare(share: StoredShare | undefined) {
  const written: (StoredShare | undefined)[] = [];
  const reported: unknown[] = [];
  const app = createPortableApp({
    name: 'atip-edge',
    version: '0',
    shares: { get: async () => share, put: async (_id, next) => void written.push(next) },
    openApi: {},
    report: (error) => reported.push(error),
  });
  const id = await contentId(FRAGMENT);
  const send = async (method: string, path: string, init?: RequestInit): Promise<Response> =>
    app.request(new Request(`https://atip.example${path}`, { method, ...init }));
  return { id, send, written, reported };
}

test('no cache keeps what does not say for how long, refusals and redirects included', async () => {
  const { id, send } = await prepare({ fragment: FRAGMENT });
  const { send: sendWithout } = await prepare(undefined);
  const answers = [
    ...['/api/v1/health', `/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/other.json`, '/s/x'].map((path) =>
      send('GET', path),
    ),
    ...[`/api/v1/shares/${id}`, `/s/${id}`, `/s/${id}/mcp.json`].map((path) => sendWithout('GET', path)),
    send('DELETE', `/api/v1/shares/${id}`),
    send('PUT', `/api/v1/shares/${id}`),
    send('POST', '/api/v1/shares'),
  ];
  const kept = (await Promise.all(answers)).map(({ status, headers }) => `${status} ${headers.get('cache-control')}`);
  expect(kept).toStrictEqual(
    ['200', '200', '302', '404', '404', '404', '404', '404', '405', '405', '415'].map((status) => `${status} no-store`),
  );
  expect((await send('GET', `/s/${id}/mcp.json`)).headers.get('cache-control')).toContain('max-age=31536000');
});
