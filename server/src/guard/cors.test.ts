import { expect, test } from 'vitest';
import { createCompanionApp } from '../companion-app.ts';
import { createTestPorts, TEST_TOKEN } from '../testing/test-ports.ts';

const OURS = '127.0.0.1:4170';
const HOSTED = 'https://play.example.org';
const TOKEN = { authorization: `Bearer ${TEST_TOKEN}` };
/** What a browser adds to a hosted page's fetch. */
const FETCH = { origin: HOSTED, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const PREFLIGHT = {
  ...FETCH,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
};

async function prepare() {
  const ports = await createTestPorts({ allowed: () => ({ hosts: [OURS], origins: [HOSTED] }) });
  const app = createCompanionApp(ports);
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    app.request(
      new Request(`http://${OURS}${path}`, { method, headers: { host: OURS, ...headers }, ...(body && { body }) }),
    );
  return { ports, send };
}

/** The headers by which a browser decides about another site's page. */
function corsHeaders(response: Response): Record<string, string> {
  return Object.fromEntries(
    [...response.headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-')),
  );
}

test('a named page may call the API with the token, and read what it answers', async () => {
  const { send } = await prepare();
  const response = await send('GET', '/api/v1/health', { ...FETCH, ...TOKEN });
  expect([response.status, corsHeaders(response)]).toStrictEqual([
    200,
    {
      'access-control-allow-origin': HOSTED,
      'access-control-expose-headers': 'mcp-session-id, retry-after',
      vary: 'Origin',
    },
  ]);
});

test('it gets the token for a code, and no further without it; it can read why', async () => {
  const { ports, send } = await prepare();
  const body = JSON.stringify({ code: ports.session.issueCode() });
  const json = { 'content-type': 'application/json' };
  expect(await (await send('POST', '/api/v1/session', { ...FETCH, ...json }, body)).json()).toStrictEqual({
    token: TEST_TOKEN,
  });
  const refused = await send('GET', '/api/v1/health', FETCH);
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toStrictEqual([401, HOSTED]);
});

test('the browser’s question beforehand is answered without a token, and runs nothing', async () => {
  const { ports, send } = await prepare();
  const response = await send('OPTIONS', '/api/v1/calls', PREFLIGHT);
  expect([response.status, await response.text(), corsHeaders(response)]).toStrictEqual([
    204,
    '',
    {
      'access-control-allow-headers':
        'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id, atip-delete-token',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-origin': HOSTED,
      'access-control-max-age': '600',
      vary: 'Origin',
    },
  ]);
  expect(ports.executed).toStrictEqual([]);
});

test.each([
  'https://play.example.org.evil.example',
  'https://play.example.evil.com',
  'https://evil.play.example.org',
  'https://evilplay.example.org',
  'https://play.example.or',
  'https://play.example.org:8443',
  'https://play.example.org:443',
  'http://play.example.org',
  'https://PLAY.example.org',
  'https://play.example.org/',
  'https://play.example.org, https://evil.example',
  'https://play.example.org https://evil.example',
  'null',
  '*',
  '',
  'file://',
])('refused, and told nothing to a browser: Origin %j', async (origin) => {
  const { ports, send } = await prepare();
  for (const [method, path, headers] of [
    ['GET', '/api/v1/health', { ...FETCH, ...TOKEN, origin }],
    ['POST', '/api/v1/calls', { ...FETCH, ...TOKEN, origin, 'content-type': 'application/json' }],
    ['OPTIONS', '/api/v1/calls', { ...PREFLIGHT, origin }],
  ] as const) {
    const response = await send(method, path, headers);
    expect([method, response.status, corsHeaders(response)]).toStrictEqual([method, 403, { vary: 'Origin' }]);
  }
  expect(ports.executed).toStrictEqual([]);
});

test.each<[string, string, string, Record<string, string>]>([
  ['the page', 'GET', '/', FETCH],
  ['a file of the page', 'GET', '/assets/index.js', FETCH],
  ['what looks like the API', 'GET', '/apiv1/health', FETCH],
  ['the way out of the API', 'GET', '/api/../', FETCH],
  ['a question about the page', 'OPTIONS', '/', PREFLIGHT],
  ['the API, at another host', 'GET', '/api/v1/health', { ...FETCH, ...TOKEN, host: 'evil.example:4170' }],
  ['the API, with no Origin, as a script element', 'GET', '/api/v1/health', { 'sec-fetch-site': 'cross-site' }],
])('a named page gets nowhere else: %s', async (_name, method, path, headers) => {
  const { send } = await prepare();
  const response = await send(method, path, headers);
  expect([response.status, response.headers.get('access-control-allow-origin')]).toStrictEqual([403, null]);
});

test('the companion’s own page needs none of it, and gets none', async () => {
  const { send } = await prepare();
  const response = await send('GET', '/api/v1/health', { ...TOKEN, origin: `http://${OURS}` });
  expect([response.status, corsHeaders(response)]).toStrictEqual([200, { vary: 'Origin' }]);
});

test('OPTIONS without the browser’s question needs the token, as everything does', async () => {
  const { send } = await prepare();
  expect((await send('OPTIONS', '/api/v1/calls', FETCH)).status).toBe(401);
});
