import { expect, test } from 'vitest';
import { addressKey, createEdgeApp, describeError, type EdgeEnv } from './edge-app.ts';

const URL_OF_SHARES = 'https://atip.example/api/v1/shares';

/** An application without storage: every share is unknown, and every write is within the limit. */
function createTestApp(env: Partial<EdgeEnv>) {
  const reported: unknown[] = [];
  const bindings: EdgeEnv = {
    SHARES: {
      getWithMetadata: async () => ({ value: null, metadata: null }),
      put: async () => undefined,
      delete: async () => undefined,
    },
    ASSETS: { fetch: async () => new Response('page') },
    WRITES: { limit: async () => ({ success: true }) },
    ...env,
  };
  return { reported, app: createEdgeApp(bindings, '1.2.3', (error) => reported.push(error)) };
}

test('the platform counts each write, by address, before the body is read', async () => {
  const asked: string[] = [];
  const WRITES = {
    limit: async ({ key }: { readonly key: string }) => {
      asked.push(key);
      return { success: asked.length < 3 };
    },
  };
  const { app } = createTestApp({ WRITES });
  const headers = { 'cf-connecting-ip': '2001:db8::7' };
  const answers = [];
  for (let at = 0; at < 4; at += 1) answers.push(await app.request(URL_OF_SHARES, { method: 'POST', headers }));
  expect(answers.map(({ status }) => status)).toStrictEqual([415, 415, 429, 429]);
  expect(answers[2]?.headers.get('retry-after')).toBe('60');
  const unknown = await app.request(`${URL_OF_SHARES}/AAAAAAAAAAAAAAAAAAAAAA`, { headers });
  expect([unknown.status, unknown.headers.get('cache-control')]).toStrictEqual([404, 'no-store']);
  expect(asked).toStrictEqual(Array.from({ length: 4 }, () => '2001:db8:0:0'));
});

test.each([
  ['of this site writes', { origin: 'https://atip.example', 'sec-fetch-site': 'same-origin' }, 415],
  ['of another origin writes nothing', { origin: 'https://evil.example' }, 403],
  ['without an origin writes nothing', { origin: 'null' }, 403],
  ['of another site writes nothing', { 'sec-fetch-site': 'cross-site' }, 403],
  ['of a neighbouring site writes nothing', { 'sec-fetch-site': 'same-site' }, 403],
])('a page %s', async (_name, headers, status) => {
  const response = await createTestApp({}).app.request(URL_OF_SHARES, { method: 'POST', headers });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toStrictEqual([status, null]);
});

test('what cannot be counted is not written', async () => {
  const { app, reported } = createTestApp({ WRITES: { limit: () => Promise.reject(new Error('no answer')) } });
  const response = await app.request(URL_OF_SHARES, { method: 'POST' });
  expect([response.status, await response.json()]).toStrictEqual([
    500,
    {
      type: 'about:blank',
      status: 500,
      title: 'Internal Server Error',
      detail: 'This site failed to answer this request. Try again; its operator finds the reason in the log.',
      code: 'internal-error',
    },
  ]);
  expect(reported).toStrictEqual([new Error('no answer')]);
});

test('where the platform keeps no shares, the answer says when to come again, and the log why', async () => {
  const cause = new Error('KV GET failed: 500');
  const SHARES = {
    getWithMetadata: () => Promise.reject(cause),
    put: async () => undefined,
    delete: async () => undefined,
  };
  const { app, reported } = createTestApp({ SHARES });
  const response = await app.request('https://atip.example/s/AAAAAAAAAAAAAAAAAAAAAA');
  expect([response.status, response.headers.get('retry-after')]).toStrictEqual([503, '60']);
  expect(await response.json()).toMatchObject({ code: 'shares-unavailable' });
  expect(reported).toStrictEqual([cause]);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  // One address in several spellings.
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8::ffff:192.0.2.1', '2001:db8:0:0'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:db8:0:ff::7', '2001:db8:0:0'],
  ['2001:db8:0:100::7', '2001:db8:0:100'],
  ['2001:db8:1:abcd:3:4:5:6', '2001:db8:1:ab00'],
  ['::1', '0:0:0:0'],
  [undefined, 'unknown'],
  ['localhost', 'unknown'],
  ['192.0.2.1, 192.0.2.2', 'unknown'],
  ['1:2:3:4:5:6:7:8:9', 'unknown'],
  ['fe80::1%eth0', 'unknown'],
])('%s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('the log gets the kind of an error and where it was, and nothing that was sent', () => {
  const cause = new SyntaxError('Unexpected token in "password: hunter2"');
  const error = new TypeError('v1.l.fragment of /s/AAAAAAAAAAAAAAAAAAAAAA\n    at hunter2 (a.js:1:1)', {
    cause,
  });
  const described = describeError(error);
  expect(described.split('\n')[0]).toBe('TypeError');
  expect(described).toContain('caused by SyntaxError');
  expect(described).toMatch(/edge-app\.test\.ts:\d+:\d+/);
  expect(described).not.toMatch(/hunter2|v1\.l|AAAA/);
});
