import { encodeShare } from '@atip/share';
import { hc } from 'hono/client';
import { expect, test } from 'vitest';
import type { CompanionApp } from './companion-api.ts';
import { createCompanionApp } from '../companion-app.ts';
import { DEMO_TOOL } from '../testing/demo-tool.ts';
import { createTestPorts, TEST_TOKEN } from '../testing/test-ports.ts';

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

test('and those around discovery, the record and documents', async () => {
  const { client } = await prepare();
  const { tools, discoveries, audit, validate, compile, prompt, filter } = client.api.v1;
  const param = { name: 'demo' };
  const excerpt = await tools[':name'].$get({ param, query: { commands: 'say', depth: '1' } });
  expect((await excerpt.json()).tool.includedCommands).toBe(1);
  expect((await (await tools[':name'].commands.$post({ param, json: { commands: ['say'] } })).json()).name).toBe(
    'demo',
  );
  expect((await discoveries.$post({ json: { refresh: true } })).status).toBe(200);
  expect((await (await audit.$get({ query: { after: '0' } })).json()).entries).toStrictEqual([]);
  expect((await (await audit.$get({})).json()).more).toBe(false);
  expect((await (await validate.$post({ json: { source: '{}' } })).json()).valid).toBe(false);
  const body = { sources: [JSON.stringify(DEMO_TOOL)], provider: 'openai' } as const;
  expect((await (await compile.$post({ json: body })).json()).entries[0]?.name).toBe('demo_say');
  expect((await (await prompt.$post({ json: body })).json()).prompt).toContain('demo_wipe');
  expect((await (await filter.$post({ json: { text: 'plain' } })).json()).text).toBe('plain');
});

test('and those around shares', async () => {
  const { client } = await prepare();
  const { shares } = client.api.v1;
  const fragment = encodeShare({ documents: [], provider: 'openai' });
  const { id, url, deleteToken = '' } = await (await shares.$post({ json: { fragment, expiresIn: 60 } })).json();
  expect(url).toBe(`http://127.0.0.1:4170/s/${id}`);
  expect((await (await shares[':id'].$get({ param: { id } })).json()).fragment).toBe(fragment.slice(1));
  const header = { 'Atip-Delete-Token': deleteToken };
  expect((await shares[':id'].$delete({ param: { id }, header })).status).toBe(204);
  expect(await (await client.api.v1['openapi.json'].$get()).json()).toMatchObject({ openapi: '3.1.0' });
});
