import { HonoRequest } from 'hono/request';
import { expect, test } from 'vitest';
import { createCompanionApp } from '../companion-app.ts';
import type { Allowed } from './allowed-hosts.ts';
import { createTestPorts, TEST_TOKEN } from '../testing/test-ports.ts';
import { checkRequest } from './guard.ts';

const AUTHORIZATION = { authorization: `Bearer ${TEST_TOKEN}` };
const OURS = '127.0.0.1:4170';

/** Headers of an attacker who even has the token; the URL is the one that a browser would be tricked into. */
const ATTACKS: readonly (readonly [name: string, url: string, headers: Record<string, string>, code: string])[] = [
  ['DNS rebinding', `http://${OURS}`, { host: 'evil.example:4170' }, 'host-not-allowed'],
  ['absolute-form request line', 'http://evil.example:4170', { host: OURS }, 'host-not-allowed'],
  ['no host', `http://${OURS}`, {}, 'host-not-allowed'],
  ['a foreign origin', `http://${OURS}`, { host: OURS, origin: 'http://evil.example' }, 'origin-not-allowed'],
  ['our other name', `http://${OURS}`, { host: OURS, origin: 'http://localhost:4170' }, 'origin-not-allowed'],
  ['a cross-site fetch', `http://${OURS}`, { host: OURS, 'sec-fetch-site': 'cross-site' }, 'cross-site'],
  ...['iframe', 'frame', 'embed', 'object', 'script', 'image', 'empty', 'worker'].map((dest) => {
    const mode = ['iframe', 'frame', 'embed', 'object'].includes(dest) ? 'navigate' : 'no-cors';
    return [`a foreign ${dest}`, `http://${OURS}`, fromElsewhere(mode, dest), 'cross-site'] as const;
  }),
];

function fromElsewhere(mode: string, dest: string): Record<string, string> {
  return { host: OURS, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
}

const ROUTES: readonly [method: string, path: string][] = [
  ['GET', '/'],
  ['GET', '/missing.js'],
  ['POST', '/api/v1/session'],
  ['GET', '/api/v1/health'],
  ['GET', '/api/v1/tools'],
  ['POST', '/api/v1/calls'],
  ['POST', '/api/v1/calls/call-1/decision'],
  ['DELETE', '/api/v1/calls/call-1'],
  ['OPTIONS', '/api/v1/calls'],
];

const CALL = JSON.stringify({ call: { id: '1', name: 'demo_say', arguments: { text: 'hi' } } });

test.each(ATTACKS)('no route answers to %s', async (_name, url, headers, code) => {
  const ports = await createTestPorts();
  const app = createCompanionApp(ports);
  for (const [method, path] of ROUTES) {
    const body = method === 'POST' ? { body: CALL } : {};
    const all = { ...AUTHORIZATION, 'content-type': 'application/json', accept: 'application/json', ...headers };
    const response = await app.request(new Request(url + path, { method, headers: all, ...body }));
    expect([method, path, response.status, await response.json()]).toMatchObject([method, path, 403, { code }]);
    expect(response.headers.get('access-control-allow-origin')).toBe(null);
  }
  expect(ports.executed).toStrictEqual([]);
});

test('a wrong host is told each name that works', async () => {
  const app = createCompanionApp(await createTestPorts());
  const response = await app.request(
    new Request(`http://${OURS}/api/v1/health`, { headers: { host: 'evil.example' } }),
  );
  const { detail } = await response.json();
  expect(detail).toBe(`The companion answers only requests for http://${OURS} or http://localhost:4170.`);
});

interface Sent {
  readonly method?: string;
  readonly url?: string;
  /** As the routes see it. */
  readonly path?: string;
  readonly host?: string;
  readonly origin?: string;
  readonly fetchSite?: string;
  readonly fetchMode?: string;
  readonly fetchDest?: string;
}

function requestOf({ method = 'GET', url = `http://${OURS}/`, path = '/', host = OURS, ...sent }: Sent): HonoRequest {
  const headers = new Headers({ host });
  if (sent.origin) headers.set('origin', sent.origin);
  if (sent.fetchSite) headers.set('sec-fetch-site', sent.fetchSite);
  if (sent.fetchMode) headers.set('sec-fetch-mode', sent.fetchMode);
  if (sent.fetchDest) headers.set('sec-fetch-dest', sent.fetchDest);
  return new HonoRequest(new Request(url, { method, headers }), path);
}

/** A request to an address. */
function at(path: string): Pick<Sent, 'url' | 'path'> {
  return { url: `http://${OURS}${path}`, path };
}

const ALLOWED: Allowed = { hosts: [OURS, 'localhost:4170'], origins: [] };

/** Headers of a link, or a redirect, that opens at the top of a window. */
const LINK = { fetchSite: 'cross-site', fetchMode: 'navigate', fetchDest: 'document' };

test.each<[string, Sent]>([
  ['a program on this machine', {}],
  ['the name localhost', { host: 'LOCALHOST:4170', url: 'http://localhost:4170/' }],
  ['our page', { method: 'POST', ...at('/api/v1/calls'), origin: `http://${OURS}`, fetchSite: 'same-origin' }],
  ['a link to the page, from anywhere', LINK],
  ['a link to the page, from another local port', { ...LINK, fetchSite: 'same-site' }],
  ['a link to a share, from anywhere', { ...LINK, url: `http://${OURS}/s/${'aB0_-'.repeat(4)}xy` }],
])('passes: %s', (_name, changes) => {
  expect(checkRequest(requestOf(changes), ALLOWED)).toBe(undefined);
});

test.each<[string, Sent]>([
  ['a typed address of the API', { fetchSite: 'none', ...at('/api/v1/health') }],
  ['a typed address that leads to the API', { fetchSite: 'none', ...at('/%61pi/v1/health'), path: '/api/v1/health' }],
  ['a form without a page', { fetchSite: 'none', method: 'POST' }],
  ['a link to the API', { ...LINK, ...at('/api/v1/health') }],
  ['a link to what a share compiles to', { ...LINK, url: `http://${OURS}/s/${'a'.repeat(22)}/openai.json` }],
  ['a framed page', { ...LINK, fetchDest: 'iframe' }],
  ['a prefetch', { ...LINK, fetchMode: 'no-cors' }],
])('is cross-site: %s', (_name, changes) => {
  expect(checkRequest(requestOf(changes), ALLOWED)?.code).toBe('cross-site');
});

const HOSTED = 'https://play.example.org';
const TOKEN = { authorization: `Bearer ${TEST_TOKEN}` };
/** Headers that a browser adds to a hosted page's fetch. */
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

test('the browser’s question beforehand is answered without a token, and runs nothing', async () => {
  const { ports, send } = await prepare();
  const response = await send('OPTIONS', '/api/v1/calls', PREFLIGHT);
  expect([response.status, await response.text(), corsHeaders(response)]).toStrictEqual([
    204,
    '',
    {
      'access-control-allow-headers':
        'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id',
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
  'https://evil.play.example.org',
  'https://PLAY.example.org',
  'https://play.example.org, https://evil.example',
  'null',
  '*',
  '',
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
  ['the way out of the API', 'GET', '/api/../', FETCH],
  ['a question about the page', 'OPTIONS', '/', PREFLIGHT],
  ['the API, at another host', 'GET', '/api/v1/health', { ...FETCH, ...TOKEN, host: 'evil.example:4170' }],
  ['the API, with no Origin, as a script element', 'GET', '/api/v1/health', { 'sec-fetch-site': 'cross-site' }],
])('a named page gets nowhere else: %s', async (_name, method, path, headers) => {
  const { send } = await prepare();
  const response = await send(method, path, headers);
  expect([response.status, response.headers.get('access-control-allow-origin')]).toStrictEqual([403, null]);
});
