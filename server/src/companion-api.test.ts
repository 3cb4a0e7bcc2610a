import { hc } from 'hono/client';
import { expect, test } from 'vitest';
import type { CompanionApp } from './companion-api.ts';
import { createCompanionApp } from './companion-app.ts';
import { createTestPorts, TEST_TOKEN } from './testing/test-ports.ts';

const CALL = { id: 'c1', name: 'demo_say', arguments: { text: 'hi' } };

/** The client that the page uses, without a network between. */
async function prepare() {
  const ports = await createTestPorts();
  const app = createCompanionApp(ports);
  const headers = { host: '127.0.0.1:4170', authorization: `Bearer ${TEST_TOKEN}` };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => app.request(new Request(input, init));
  return { ports, client: hc<CompanionApp>('http://127.0.0.1:4170', { headers, fetch }) };
}

test('the typed client reaches every route under the name it has', async () => {
  const { ports, client } = await prepare();
  const { session, health, tools, calls } = client.api.v1;
  const code = ports.session.issueCode();
  expect(await (await session.$post({ json: { code } })).json()).toStrictEqual({ token: TEST_TOKEN });
  expect((await (await health.$get()).json()).name).toBe('atip-companion');
  expect((await (await tools.$get()).json()).tools.map(({ name }) => name)).toStrictEqual(['demo']);
  expect((await (await tools[':name'].$get({ param: { name: 'demo' } })).json()).tool.name).toBe('demo');
  expect((await (await calls.check.$post({ json: { call: CALL } })).json()).argv).toStrictEqual([
    '/bin/demo',
    'say',
    'hi',
  ]);
  expect(await (await calls.$post({ json: { call: CALL } })).text()).toContain('event: result\n');
  const param = { id: 'call-1' };
  expect((await calls[':id'].decision.$post({ param, json: { approve: true, hash: 'x' } })).status).toBe(404);
  expect((await calls[':id'].$delete({ param })).status).toBe(404);
  expect(ports.executed).toStrictEqual([['/bin/demo', 'say', 'hi']]);
});
