import { expect, test } from 'vitest';
import { createCompanionApp } from './companion-app.ts';
import { problemCode } from './testing/problem-code.ts';
import { createTestPorts, TEST_TOKEN } from './testing/test-ports.ts';

const ORIGIN = 'http://127.0.0.1:4170';
const HEADERS = { host: '127.0.0.1:4170', authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };
const CALL = { call: { id: 'c1', name: 'demo_say', arguments: { text: 'hi' } } };

async function prepare(overrides = {}) {
  const ports = await createTestPorts(overrides);
  const app = createCompanionApp(ports);
  const send = (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) =>
    app.request(
      new Request(ORIGIN + path, {
        method,
        headers: { ...HEADERS, ...headers },
        ...(body === undefined ? {} : { body }),
      }),
    );
  return { ports, send };
}

test.each([
  ['GET', '/api/v1/health'],
  ['GET', '/api/v1/tools'],
  ['GET', '/api/v1/tools/demo'],
  ['POST', '/api/v1/tools/demo/commands'],
  ['POST', '/api/v1/discoveries'],
  ['GET', '/api/v1/audit'],
  ['POST', '/api/v1/validate'],
  ['POST', '/api/v1/compile'],
  ['POST', '/api/v1/calls/check'],
  ['POST', '/api/v1/calls'],
  ['POST', '/api/v1/calls/call-1/decision'],
  ['DELETE', '/api/v1/calls/call-1'],
  ['GET', '/api'],
  ['GET', '/%61pi/v1/health'],
  ['GET', '/api/v2/health'],
  ['GET', '/api/v1/session'],
])('%s %s needs the token', async (method, path) => {
  const { ports, send } = await prepare();
  const body = method === 'POST' ? JSON.stringify(CALL) : undefined;
  for (const authorization of ['', 'Bearer wrong', TEST_TOKEN]) {
    expect(await problemCode(await send(method, path, body, { authorization }))).toBe('401 token-required');
  }
  expect(await problemCode(await send(method, `${path}?token=${TEST_TOKEN}`, body, { authorization: '' }))).toBe(
    '401 token-required',
  );
  expect(ports.executed).toStrictEqual([]);
});

test('wrong codes beyond three in ten seconds are 429, and the right one still opens', async () => {
  const { ports, send } = await prepare();
  const code = ports.session.issueCode();
  const exchange = (text: string) => send('POST', '/api/v1/session', JSON.stringify({ code: text }));
  for (let guess = 0; guess < 3; guess += 1) {
    expect(await problemCode(await exchange('wrong'))).toBe('401 code-refused');
  }
  const refused = await exchange('wrong');
  expect(refused.headers.get('retry-after')).toMatch(/^(?:9|10)$/);
  expect(await problemCode(refused)).toBe('429 too-many-codes');
  expect((await exchange(code)).status).toBe(200);
});

test.each([
  ['/api', 404],
  ['/api/v1/nothing', 404],
])('GET %s is nothing, said as a problem', async (path) => {
  const { send } = await prepare();
  const response = await send('GET', path);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toStrictEqual({
    type: 'about:blank',
    status: 404,
    title: 'Not Found',
    detail: 'There is nothing at this address.',
    code: 'not-found',
  });
});

test.each([
  ['GET', '/api/v1/session', 'POST'],
  ['PUT', '/api/v1/compile', 'POST'],
  ['POST', '/api/v1/openapi.json', 'GET, HEAD'],
  ['GET', '/api/v1/calls/call-1', 'DELETE'],
  ['POST', '/s/AAAAAAAAAAAAAAAAAAAAAA', 'GET, HEAD'],
])('%s %s is a method that is not there', async (method, path, allow) => {
  const { send } = await prepare();
  const response = await send(method, path);
  expect([response.headers.get('allow'), response.headers.get('x-content-type-options')]).toStrictEqual([
    allow,
    'nosniff',
  ]);
  expect(await problemCode(response)).toBe('405 method-not-allowed');
});

test.each([
  ['another type', 'text/plain', JSON.stringify(CALL), 415, 'json-required'],
  ['a type that starts alike', 'application/jsonp', JSON.stringify(CALL), 415, 'json-required'],
  ['malformed JSON', 'application/json', '{ "call": ', 400, 'invalid-json'],
  ['invalid UTF-8', 'application/json', Uint8Array.from([0x22, 0xff, 0x22]), 400, 'invalid-json'],
  ['200,000 brackets', 'application/json', '['.repeat(200_000), 400, 'invalid-json'],
  [
    '__proto__ in a policy',
    'application/json',
    '{"call":{"id":"1","name":"x","arguments":{}},"policy":{"__proto__":true}}',
    400,
    'invalid-request',
  ],
])('a body is refused: %s', async (_name, type, body, status, code) => {
  const { ports, send } = await prepare();
  for (const path of ['/api/v1/calls', '/api/v1/calls/check']) {
    expect(await problemCode(await send('POST', path, body, { 'content-type': type }))).toBe(`${status} ${code}`);
  }
  expect([ports.executed, ports.reported]).toStrictEqual([[], []]);
});

const LIMIT = 4_194_304;

test('a body of the limit is read, one byte more is not, said or not said in advance', async () => {
  const { send } = await prepare();
  const text = JSON.stringify(CALL);
  const fits = text + ' '.repeat(LIMIT - text.length);
  expect((await send('POST', '/api/v1/calls/check', fits)).status).toBe(200);
  const length = { 'content-length': String(LIMIT + 1) };
  expect(await problemCode(await send('POST', '/api/v1/calls/check', '{}', length))).toBe('413 body-too-large');
  expect(await problemCode(await send('POST', '/api/v1/calls/check', `${fits} `))).toBe('413 body-too-large');
});

test('what goes wrong inside is reported to the terminal, and told to the client without any of it', async () => {
  const { ports, send } = await prepare({
    machine: {
      find: () => {
        throw new Error('secret detail');
      },
    },
  });
  const response = await send('POST', '/api/v1/calls/check', JSON.stringify(CALL));
  expect([response.status, await response.text()]).toStrictEqual([
    500,
    '{"type":"about:blank","status":500,"title":"Internal Server Error","detail":"The companion failed to answer this request; its terminal says more.","code":"internal-error"}',
  ]);
  expect(ports.reported).toHaveLength(1);
  expect((await send('GET', '/api/v1/health')).status).toBe(200);
});

test.each([
  ['the page', 'GET', '/', 200, 'no-cache'],
  ['an answer of the API', 'GET', '/api/v1/health', 200, 'no-store'],
  ['a problem', 'GET', '/api/v1/nothing', 404, 'no-store'],
])('every response carries the security headers: %s', async (_name, method, path, status, cache) => {
  const { send } = await prepare();
  const response = await send(method, path);
  expect(response.status).toBe(status);
  const {
    'content-type': _type,
    'content-length': _length,
    etag: _tag,
    vary: _vary,
    'server-timing': _served,
    ...headers
  } = Object.fromEntries(response.headers);
  expect(headers).toStrictEqual({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self'; font-src 'self'; " +
      "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cache-control': cache,
  });
  const vary = path.startsWith('/api/') ? 'Origin' : status === 200 ? 'Accept-Encoding' : null;
  expect(response.headers.get('vary')).toBe(vary);
});

test('a page that was not built says what to do', async () => {
  const { send } = await prepare({ page: async () => null });
  const response = await send('GET', '/');
  expect(await response.json()).toMatchObject({
    status: 503,
    code: 'page-not-built',
    detail: 'The playground is not built yet. Run: npm run build',
  });
});
