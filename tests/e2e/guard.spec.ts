import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { type Companion, expect, git, test } from './companion.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
}

const CALL = { call: { id: '1', name: 'git_branch_--delete', arguments: { branches: ['old'] } } };

/** One request as `curl` would make it: any header, no browser rules. */
function send(
  companion: Companion,
  headers: Record<string, string>,
  path = '/api/v1/calls',
  method = 'POST',
): Promise<Answer> {
  const body = method === 'POST' ? JSON.stringify(CALL) : '';
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      `${companion.origin}${path}`,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Bytes as they are, for what no client library would send. */
function sendRaw(companion: Companion, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(companion.origin).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answer += piece;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

async function token(companion: Companion): Promise<string> {
  const code = new URL(companion.link).hash.replace('#k=', '');
  const answer = await fetch(`${companion.origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const value: { token: string } = await answer.json();
  return value.token;
}

test('requests that are not the page are refused, and nothing is executed', async ({ companion }) => {
  const bearer = { authorization: `Bearer ${await token(companion)}` };
  const own = new URL(companion.origin).host;
  const attacks: [string, Record<string, string>, number][] = [
    ['no token', {}, 401],
    ['a wrong token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['a foreign Origin', { ...bearer, origin: 'https://evil.example' }, 403],
    ['another port of this machine', { ...bearer, origin: 'http://127.0.0.1:1' }, 403],
    ['Origin null', { ...bearer, origin: 'null' }, 403],
    ['a rebound Host', { ...bearer, host: 'evil.example' }, 403],
    ['a rebound Host with our port', { ...bearer, host: `evil.example:${new URL(companion.origin).port}` }, 403],
    ['our address without port', { ...bearer, host: '127.0.0.1' }, 403],
    ['a cross-site fetch', { ...bearer, 'sec-fetch-site': 'cross-site' }, 403],
    ['another page of this machine', { ...bearer, 'sec-fetch-site': 'same-site' }, 403],
    ['a form', { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text/plain', { ...bearer, 'content-type': 'text/plain' }, 415],
  ];
  for (const [name, headers, status] of attacks) {
    const answer = await send(companion, headers);
    expect([name, answer.status]).toStrictEqual([name, status]);
    expect(JSON.parse(answer.body)).toMatchObject({ status, code: expect.any(String) });
  }
  // Also the page itself is only for who asks by the right name.
  expect((await send(companion, { host: 'evil.example' }, '/', 'GET')).status).toBe(403);
  const absolute = `POST http://evil.example/api/v1/calls HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\nAuthorization: ${bearer.authorization}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
  expect(await sendRaw(companion, absolute)).toMatch(/^HTTP\/1\.1 403 /);
  expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('old');
});

test('a code opens one session and no second one', async ({ companion }) => {
  await token(companion);
  const again = await fetch(`${companion.origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URL(companion.link).hash.replace('#k=', '') }),
  });
  expect(again.status).toBe(401);
});

test('bad bodies are answered and the server goes on', async ({ companion }) => {
  const headers = { authorization: `Bearer ${await token(companion)}`, 'content-type': 'application/json' };
  const post = (body: string): Promise<Response> =>
    fetch(`${companion.origin}/api/v1/calls/check`, { method: 'POST', headers, body });
  expect((await post('{')).status).toBe(400);
  expect((await post('[]')).status).toBe(400);
  expect((await post(`{"call":"${'x'.repeat(5 * 1024 * 1024)}"}`)).status).toBe(413);
  expect((await post('{"call":{"id":"1","name":"__proto__","arguments":{}}}')).status).toBe(404);
  expect((await fetch(`${companion.origin}/api/v1/health`, { headers })).status).toBe(200);
});
