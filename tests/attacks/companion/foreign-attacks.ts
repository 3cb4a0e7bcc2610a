import type { Attack } from './attack.ts';
import { type Changes, callText, sendRaw, shortAnswer } from './requests.ts';
import type { Target } from './start-target.ts';

const HOST = '403 host-not-allowed';
const ORIGIN = '403 origin-not-allowed';
const JSON_ONLY = '415 json-required';
const NO_TOKEN = '401 token-required';
const INVALID = '400 invalid-request';

type Row = readonly [
  name: string,
  answer: string,
  headers: NonNullable<Changes['headers']>,
  more?: Omit<Changes, 'headers'>,
];

/**
 * The same call, told to come from elsewhere: each with the token, so that nothing else refuses it. `%PORT%` and `%TOKEN%`
 * stand for those of the companion.
 */
const ROWS: readonly Row[] = [
  ['a rebound name', HOST, { host: 'evil.example:%PORT%' }],
  ['a rebound name without the port', HOST, { host: 'evil.example' }],
  ['our address without the port', HOST, { host: '127.0.0.1' }],
  ['the address of every interface', HOST, { host: '0.0.0.0:%PORT%' }],
  ['a trailing dot', HOST, { host: 'localhost.:%PORT%' }],
  ['a number that means our address', HOST, { host: '2130706433:%PORT%' }],
  ['IPv6, mapped', INVALID, { host: '[::ffff:127.0.0.1]:%PORT%' }],
  ['two hosts, ours last', HOST, { host: ['evil.example:%PORT%', '127.0.0.1:%PORT%'] }],
  ['two hosts, ours first', HOST, { host: ['127.0.0.1:%PORT%', 'evil.example:%PORT%'] }],
  ['HTTP/1.0 without a host', INVALID, { host: null }, { version: '1.0' }],
  ['HTTP/1.1 without a host', '400', { host: null }],
  ['an empty host', INVALID, { host: '' }],
  ['our address with a user', INVALID, { host: 'a@127.0.0.1:%PORT%' }],
  ['an absolute address of another host', HOST, {}, { path: 'http://evil.example:%PORT%/api/v1/calls' }],
  [
    'an absolute address of ours, another host',
    HOST,
    { host: 'evil.example:%PORT%' },
    { path: 'http://127.0.0.1:%PORT%/api/v1/calls' },
  ],
  ['another origin', ORIGIN, { origin: 'http://evil.example' }],
  ['an opaque origin', ORIGIN, { origin: 'null' }],
  ['another port of this machine', ORIGIN, { origin: 'http://127.0.0.1:3000' }],
  ['our origin with another scheme', ORIGIN, { origin: 'https://127.0.0.1:%PORT%' }],
  ['our origin with more behind it', ORIGIN, { origin: 'http://127.0.0.1:%PORT%.evil.example' }],
  ['an origin that only begins like one let in', ORIGIN, { origin: 'https://play.example.evil.example' }],
  ['one let in, by another scheme', ORIGIN, { origin: 'http://play.example' }],
  ['one let in, at another port', ORIGIN, { origin: 'https://play.example:444' }],
  ['one let in, with a slash', ORIGIN, { origin: 'https://play.example/' }],
  ['two origins', ORIGIN, { origin: ['http://127.0.0.1:%PORT%', 'http://evil.example'] }],
  [
    'a preflight of another origin',
    ORIGIN,
    { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    { method: 'OPTIONS' },
  ],
  ['fetched by another site', '403 cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['fetched by another port', '403 cross-site', { 'sec-fetch-site': 'same-site' }],
  ['a form', JSON_ONLY, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a form with files', JSON_ONLY, { 'content-type': 'multipart/form-data; boundary=x' }],
  ['JSON that says that it is text', JSON_ONLY, { 'content-type': 'text/plain' }],
  ['JSON that does not say what it is', JSON_ONLY, { 'content-type': null }],
  ['no token', NO_TOKEN, { authorization: null }],
  ['another token', NO_TOKEN, { authorization: `Bearer ${'x'.repeat(43)}` }],
  ['a token that only begins like ours', NO_TOKEN, { authorization: 'Bearer %TOKEN%x' }],
  ['the token in the query', NO_TOKEN, { authorization: null }, { path: '/api/v1/calls?token=%TOKEN%' }],
  ['the token as a cookie', NO_TOKEN, { authorization: null, cookie: 'token=%TOKEN%; authorization=Bearer %TOKEN%' }],
  ['no token, the address in other letters', NO_TOKEN, { authorization: null }, { path: '/%61pi/v1/calls' }],
  ['MCP without a token', NO_TOKEN, { authorization: null }, { path: '/api/v1/mcp' }],
];

export const FOREIGN_ATTACKS: readonly Attack[] = ROWS.map(([name, answer, headers, more]) => ({
  name,
  answer,
  run: async (target) => {
    const text = await sendRaw(target.port, callText(target, fillIn({ ...more, headers }, target)));
    const shared = /^access-control-allow-origin:/im.test(text);
    return { answer: shortAnswer(text), ...(shared && { harm: 'another origin may read answers' }) };
  },
}));

function fillIn(changes: Changes, { port, token }: Target): Changes {
  return JSON.parse(JSON.stringify(changes).replaceAll('%PORT%', String(port)).replaceAll('%TOKEN%', token));
}
