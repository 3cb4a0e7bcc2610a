import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { createEdgeApp, type EdgePorts } from './create-edge-app.ts';
import type { EdgeEnv } from './edge-env.ts';

const URL_OF_SHARES = 'https://atip.example/api/v1/shares';

interface TestPorts extends EdgePorts {
  readonly reported: unknown[];
  /** Ids of what was written. */
  readonly written: string[];
}

/** Ports over nothing: every share is unknown, no copy is there. */
function createPorts(env: Partial<EdgeEnv>, now: () => number = () => 0): TestPorts {
  const reported: unknown[] = [];
  const written: string[] = [];
  return {
    reported,
    written,
    env: {
      SHARES: {
        getWithMetadata: async () => ({ value: null, metadata: null }),
        put: async (id) => void written.push(id),
        delete: async () => undefined,
      },
      ASSETS: { fetch: async () => new Response('page') },
      ...env,
    },
    cache: { match: async () => undefined, put: async () => undefined, delete: async () => false },
    version: '1.2.3',
    now,
    report: (error) => reported.push(error),
  };
}

test('the count of the platform is asked for each write, by address, once that of the isolate has let it pass', async () => {
  const asked: string[] = [];
  const WRITES = {
    limit: async ({ key }: { readonly key: string }) => {
      asked.push(key);
      return { success: asked.length < 3 };
    },
  };
  const app = createEdgeApp(createPorts({ WRITES }));
  const headers = { 'cf-connecting-ip': '2001:db8::7' };
  const answers = [];
  for (let at = 0; at < 40; at += 1) answers.push(await app.request(URL_OF_SHARES, { method: 'POST', headers }));
  expect(answers.slice(0, 4).map(({ status }) => status)).toStrictEqual([415, 415, 429, 429]);
  expect(answers[2]?.headers.get('retry-after')).toBe('60');
  expect(answers[39]?.headers.get('retry-after')).toBe('1');
  expect(asked).toStrictEqual(Array.from({ length: 30 }, () => '2001:db8:0:0'));
  expect((await app.request(`${URL_OF_SHARES}/AAAAAAAAAAAAAAAAAAAAAA`, { headers })).status).toBe(404);
});

test('what cannot be counted is not written', async () => {
  const ports = createPorts({ WRITES: { limit: () => Promise.reject(new Error('no answer')) } });
  const response = await createEdgeApp(ports).request(URL_OF_SHARES, { method: 'POST' });
  expect([response.status, await response.json()]).toStrictEqual([
    500,
    {
      type: 'about:blank',
      status: 500,
      title: 'Internal Server Error',
      detail: 'This site failed at this request. Try again; whoever runs it finds the reason in its log.',
      code: 'internal-error',
    },
  ]);
  expect(ports.reported).toStrictEqual([new Error('no answer')]);
});

test('10,000 writes a minute from one address leave 89 shares, and cost no more', { timeout: 60_000 }, async () => {
  let now = 1_700_000_000_000;
  const ports = createPorts({}, () => now);
  const app = createEdgeApp(ports);
  const bodies = Array.from({ length: 100 }, (_, at) =>
    JSON.stringify({ fragment: encodeShare({ documents: [{ name: `${at}`, text: '{}' }], provider: 'openai' }) }),
  );
  const statuses = new Map<number, number>();
  for (let at = 0; at < 10_000; at += 1) {
    // One address for whoever has a network to choose from.
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': `2001:db8::${at.toString(16)}` };
    // Always one that is not stored yet.
    const body = bodies[ports.written.length] ?? '';
    const { status } = await app.request(URL_OF_SHARES, { method: 'POST', headers, body });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    now += 6;
  }
  expect(Object.fromEntries(statuses)).toStrictEqual({ 201: 89, 429: 9911 });
  expect(new Set(ports.written).size).toBe(89);
});

test('where the platform keeps no shares, the answer says when to come again, and the log why', async () => {
  const cause = new Error('KV GET failed: 500');
  const SHARES = {
    getWithMetadata: () => Promise.reject(cause),
    put: async () => undefined,
    delete: async () => undefined,
  };
  const ports = createPorts({ SHARES });
  const response = await createEdgeApp(ports).request('https://atip.example/s/AAAAAAAAAAAAAAAAAAAAAA');
  expect([response.status, response.headers.get('retry-after')]).toStrictEqual([503, '60']);
  expect(await response.json()).toMatchObject({ code: 'shares-unavailable' });
  expect(ports.reported).toStrictEqual([cause]);
});
