import type { Attack } from './attack.ts';
import { type Changes, callText } from './call-text.ts';
import { sendRaw, shortAnswer } from './send-raw.ts';

const HOST = '403 host-not-allowed';
const ORIGIN = '403 origin-not-allowed';

/** The same call, told to come from elsewhere: each with the token, so that nothing else refuses it. */
export const FOREIGN_ATTACKS: readonly Attack[] = [
  attack('a rebound name', HOST, ({ port }) => ({ headers: { host: `evil.example:${port}` } })),
  attack('a rebound name without the port', HOST, () => ({ headers: { host: 'evil.example' } })),
  attack('our address without the port', HOST, () => ({ headers: { host: '127.0.0.1' } })),
  attack('the address of every interface', HOST, ({ port }) => ({ headers: { host: `0.0.0.0:${port}` } })),
  attack('a trailing dot', HOST, ({ port }) => ({ headers: { host: `localhost.:${port}` } })),
  attack('a number that means our address', HOST, ({ port }) => ({ headers: { host: `2130706433:${port}` } })),
  attack('IPv6, mapped', '400 invalid-request', ({ port }) => ({ headers: { host: `[::ffff:127.0.0.1]:${port}` } })),
  attack('two hosts, ours last', HOST, ({ port }) => ({
    headers: { host: [`evil.example:${port}`, `127.0.0.1:${port}`] },
  })),
  attack('two hosts, ours first', HOST, ({ port }) => ({
    headers: { host: [`127.0.0.1:${port}`, `evil.example:${port}`] },
  })),
  attack('HTTP/1.0 without a host', '400 invalid-request', () => ({ version: '1.0', headers: { host: null } })),
  attack('HTTP/1.1 without a host', '400', () => ({ headers: { host: null } })),
  attack('an empty host', '400 invalid-request', () => ({ headers: { host: '' } })),
  attack('our address with a user', '400 invalid-request', ({ port }) => ({
    headers: { host: `a@127.0.0.1:${port}` },
  })),
  attack('an absolute address of another host', HOST, ({ port }) => ({
    path: `http://evil.example:${port}/api/v1/calls`,
  })),
  attack('an absolute address of ours, another host', HOST, ({ port }) => ({
    path: `http://127.0.0.1:${port}/api/v1/calls`,
    headers: { host: `evil.example:${port}` },
  })),
  attack('another origin', ORIGIN, () => ({ headers: { origin: 'http://evil.example' } })),
  attack('an opaque origin', ORIGIN, () => ({ headers: { origin: 'null' } })),
  attack('another port of this machine', ORIGIN, () => ({ headers: { origin: 'http://127.0.0.1:3000' } })),
  attack('our origin with another scheme', ORIGIN, ({ port }) => ({
    headers: { origin: `https://127.0.0.1:${port}` },
  })),
  attack('our origin with more behind it', ORIGIN, ({ port }) => ({
    headers: { origin: `http://127.0.0.1:${port}.evil.example` },
  })),
  attack('an origin that only begins like one let in', ORIGIN, () => ({
    headers: { origin: 'https://play.example.evil.example' },
  })),
  attack('one let in, by another scheme', ORIGIN, () => ({ headers: { origin: 'http://play.example' } })),
  attack('one let in, at another port', ORIGIN, () => ({ headers: { origin: 'https://play.example:444' } })),
  attack('one let in, with a slash', ORIGIN, () => ({ headers: { origin: 'https://play.example/' } })),
  attack('two origins', ORIGIN, ({ port }) => ({
    headers: { origin: [`http://127.0.0.1:${port}`, 'http://evil.example'] },
  })),
  attack('a preflight of another origin', ORIGIN, () => ({
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  })),
  attack('fetched by another site', '403 cross-site', () => ({ headers: { 'sec-fetch-site': 'cross-site' } })),
  attack('fetched by another port', '403 cross-site', () => ({ headers: { 'sec-fetch-site': 'same-site' } })),
  attack('a form', '415 json-required', () => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })),
  attack('a form with files', '415 json-required', () => ({
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })),
  attack('JSON that says that it is text', '415 json-required', () => ({ headers: { 'content-type': 'text/plain' } })),
  attack('JSON that does not say what it is', '415 json-required', () => ({ headers: { 'content-type': null } })),
  attack('no token', '401 token-required', () => ({ headers: { authorization: null } })),
  attack('another token', '401 token-required', () => ({ headers: { authorization: `Bearer ${'x'.repeat(43)}` } })),
  attack('a token that only begins like ours', '401 token-required', ({ token }) => ({
    headers: { authorization: `Bearer ${token}x` },
  })),
  attack('the token in the query', '401 token-required', ({ token }) => ({
    path: `/api/v1/calls?token=${token}&access_token=${token}`,
    headers: { authorization: null },
  })),
  attack('the token as a cookie', '401 token-required', ({ token }) => ({
    headers: { authorization: null, cookie: `token=${token}; authorization=Bearer ${token}` },
  })),
  attack('no token, the address in other letters', '401 token-required', () => ({
    path: '/%61pi/v1/calls',
    headers: { authorization: null },
  })),
  attack('MCP without a token', '401 token-required', () => ({
    path: '/api/v1/mcp',
    headers: { authorization: null },
  })),
];

/** What goes into the headers; words in place of both make the table. */
interface Known {
  readonly port: number | string;
  readonly token: string;
}

function attack(name: string, answer: string, changes: (known: Known) => Changes): Attack {
  return {
    name,
    how: describe(changes({ port: 'PORT', token: 'TOKEN' })),
    answer,
    run: async (target) => {
      const text = await sendRaw(target.port, callText(target, changes(target)));
      const shared = /^access-control-allow-origin:/im.test(text);
      return { answer: shortAnswer(text), ...(shared && { harm: 'another origin may read answers' }) };
    },
  };
}

function describe({ method, path, version, headers = {} }: Changes): string {
  const lines = Object.entries(headers).map(([name, value]) => (value === null ? `no ${name}` : `${name}: ${value}`));
  return [...(method ? [method] : []), ...(version ? [`HTTP/${version}`] : []), ...(path ? [path] : []), ...lines].join(
    ', ',
  );
}
