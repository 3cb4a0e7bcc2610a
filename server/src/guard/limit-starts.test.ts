import { expect, test } from 'vitest';
import { createCompanionApp } from '../companion-app.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestPorts, TEST_TOKEN } from '../testing/test-ports.ts';
import { advance, stopTime } from '../testing/manual-time.ts';

stopTime();

async function prepare() {
  const { ports, send } = await createTestClient();
  const post = async (path: string): Promise<[number, string | null]> => {
    const response = await send('POST', path, {});
    await response.arrayBuffer();
    return [response.status, response.headers.get('retry-after')];
  };
  return { ports, send, post };
}

test('a thousand starts at once are let through, then 200 a second, on all routes together', async () => {
  const { send, post } = await prepare();
  const paths = ['/calls', '/discoveries', '/tools/demo/commands', '/mcp'];
  for (let sent = 0; sent < 1000; sent += 1) expect((await post(paths[sent % 4] ?? ''))[0]).not.toBe(429);
  for (const path of paths) expect(await post(path)).toStrictEqual([429, '1']);
  expect(await (await send('POST', '/calls', {})).json()).toMatchObject({
    status: 429,
    code: 'rate-limited',
    detail: 'More than 200 requests a second would start a process. Send fewer.',
  });
  advance(5);
  expect([(await post('/mcp'))[0], (await post('/mcp'))[0]]).toStrictEqual([200, 429]);
});

test('who has no token uses nothing up', async () => {
  const app = createCompanionApp(await createTestPorts());
  const post = (authorization: string) =>
    app.request(
      new Request('http://127.0.0.1:4170/api/v1/mcp', {
        method: 'POST',
        headers: { host: '127.0.0.1:4170', authorization },
      }),
    );
  for (let sent = 0; sent < 1500; sent += 1) await post('Bearer wrong');
  expect((await post(`Bearer ${TEST_TOKEN}`)).status).toBe(200);
});
