import { expect, test } from 'vitest';
import { createEdgeApp, type EdgePorts } from './edge-app.ts';
import type { EdgeEnv } from './edge-env.ts';

const URL_OF_SHARES = 'https://atip.example/api/v1/shares';

interface TestPorts extends EdgePorts {
  readonly reported: unknown[];
}

/** Ports over nothing: every share is unknown, and every write is counted as one that may be. */
function createPorts(env: Partial<EdgeEnv>): TestPorts {
  const reported: unknown[] = [];
  return {
    reported,
    env: {
      SHARES: {
        getWithMetadata: async () => ({ value: null, metadata: null }),
        put: async () => undefined,
        delete: async () => undefined,
      },
      ASSETS: { fetch: async () => new Response('page') },
      WRITES: { limit: async () => ({ success: true }) },
      ...env,
    },
    version: '1.2.3',
    report: (error) => reported.push(error),
  };
}

test('the platform counts each write, by address, before the body is read', async () => {
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
  for (let at = 0; at < 4; at += 1) answers.push(await app.request(URL_OF_SHARES, { method: 'POST', headers }));
  expect(answers.map(({ status }) => status)).toStrictEqual([415, 415, 429, 429]);
  expect(answers[2]?.headers.get('retry-after')).toBe('60');
  expect((await app.request(`${URL_OF_SHARES}/AAAAAAAAAAAAAAAAAAAAAA`, { headers })).status).toBe(404);
  expect(asked).toStrictEqual(Array.from({ length: 4 }, () => '2001:db8:0:0'));
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
