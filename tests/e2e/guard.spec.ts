import { createServer, request as httpRequest } from 'node:http';
import { type Companion, expect, git, spendCode, test } from './companion.ts';

// Each spends the code of its link.
test.use({ fresh: true });

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

test('requests that are not the page are refused, and nothing is executed', async ({ companion }) => {
  const bearer = { authorization: `Bearer ${await spendCode(companion)}` };
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
  expect(git(companion.repository, 'branch', '--list', 'old').trim()).toBe('old');
});

test('a code opens one session and no second one; bad bodies are answered, and the server goes on', async ({
  companion,
}) => {
  const headers = { authorization: `Bearer ${await spendCode(companion)}`, 'content-type': 'application/json' };
  const post = (body: string): Promise<Response> =>
    fetch(`${companion.origin}/api/v1/calls/check`, { method: 'POST', headers, body });
  expect((await post('{')).status).toBe(400);
  expect((await post('[]')).status).toBe(400);
  expect((await post(`{"call":"${'x'.repeat(5 * 1024 * 1024)}"}`)).status).toBe(413);
  expect((await post('{"call":{"id":"1","name":"__proto__","arguments":{}}}')).status).toBe(404);
  expect((await fetch(`${companion.origin}/api/v1/health`, { headers })).status).toBe(200);
  const code = new URL(companion.link).hash.replace('#k=', '');
  const again = await fetch(`${companion.origin}/api/v1/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code }),
  });
  expect(again.status).toBe(401);
});

test('another site can lead to the page, and to nothing else', async ({ companion, page, expectComplaint }) => {
  expectComplaint(/frame-ancestors 'none'/);
  expectComplaint(/status of 403|ERR_BLOCKED_BY_RESPONSE/);
  // The frame, and what the other site asks for itself.
  expectComplaint(new RegExp(`^Foreign request: ${companion.origin}/$`));
  const foreign = `<!doctype html><title>elsewhere</title>
    <a href="${companion.link}">Open in my companion</a>
    <a href="${companion.origin}/api/v1/health">API</a>
    <a href="${companion.origin}/index.html">File</a>
    <iframe name="framed" src="${companion.origin}/"></iframe>`;
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(foreign);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  if (address === null || typeof address === 'string') throw new Error('The foreign site has no port.');
  // By name it is another site, by address only another origin of the same one.
  const [crossSite, sameSite] = [`http://localhost:${address.port}/`, `http://127.0.0.1:${address.port}/`];
  try {
    const framed = page.waitForResponse(`${companion.origin}/`);
    await page.goto(crossSite);
    expect((await framed).status()).toBe(403);
    const fetched = await page.evaluate(
      (origin) =>
        fetch(`${origin}/`, { mode: 'no-cors' }).then(
          ({ type }) => type,
          (error: unknown) => String(error),
        ),
      companion.origin,
    );
    expect(fetched).not.toBe('basic');
    for (const [name, site] of [
      ['API', crossSite],
      ['File', crossSite],
      ['API', sameSite],
    ] as const) {
      await page.goto(site);
      await page.getByRole('link', { name }).click();
      await expect(page.locator('body')).toContainText('cross-site');
    }
    await page.goto(crossSite);
    await page.getByRole('link', { name: 'Open in my companion' }).click();
    await expect(page.getByRole('button', { name: 'Companion: connected' })).toBeVisible();
  } finally {
    site.close();
  }
});
