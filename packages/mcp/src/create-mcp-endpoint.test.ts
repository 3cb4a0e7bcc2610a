import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { createHost } from '@atip/node';
import { createMcpServer } from './create-mcp-server.ts';
import { createMcpEndpoint, type McpEndpoint } from './create-mcp-endpoint.ts';

const ADDRESS = 'http://127.0.0.1:4170/api/v1/mcp';

function prepare(maxSessions = 16) {
  let ids = 0;
  const aborted: string[] = [];
  const endpoint = createMcpEndpoint({
    maxSessions,
    newId: () => `session-${++ids}`,
    create: () => {
      const server = createMcpServer({ host: createHost(), version: '1' });
      server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }));
      server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
        if (params.name !== 'wait') return { content: [{ type: 'text', text: params.name }] };
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted.push(params.name);
            resolve({ content: [] });
          });
        });
      });
      return server;
    },
  });
  onTestFinished(() => endpoint.close());
  return { endpoint, aborted };
}

async function connect(endpoint: McpEndpoint) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(ADDRESS), {
    fetch: (url, init) => endpoint.handle(new Request(url, init)),
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request(ADDRESS, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });

test('the official client speaks over HTTP, each in a session of its own', async () => {
  const { endpoint } = prepare();
  const [one, two] = [await connect(endpoint), await connect(endpoint)];
  expect([one.transport.sessionId, two.transport.sessionId]).toStrictEqual(['session-1', 'session-2']);
  expect(await one.client.listTools()).toStrictEqual({ tools: [] });
  expect(await two.client.callTool({ name: 'echo', arguments: {} })).toStrictEqual({
    content: [{ type: 'text', text: 'echo' }],
  });
});

test('a client that no server is for is told why, with the id of its request, and has no session', async () => {
  const endpoint = createMcpEndpoint({ newId: () => 'none', create: () => ({ refused: 'There is no tool "x".' }) });
  await expect(connect(endpoint)).rejects.toThrow('MCP error -32602: There is no tool "x".');
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const response = await endpoint.handle(post(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params })));
  expect([response.status, response.headers.get('mcp-session-id'), await response.json()]).toStrictEqual([
    200,
    null,
    { jsonrpc: '2.0', error: { code: -32602, message: 'There is no tool "x".' }, id: 7 },
  ]);
});

test('a session that was ended, or is unknown, is not spoken in', async () => {
  const { endpoint } = prepare();
  const { transport } = await connect(endpoint);
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect((await endpoint.handle(post(list, { 'mcp-session-id': 'session-1' }))).status).toBe(200);
  await transport.terminateSession();
  for (const id of ['session-1', 'session-9', '__proto__']) {
    expect((await endpoint.handle(post(list, { 'mcp-session-id': id }))).status).toBe(404);
  }
});

test.each<[string, () => Request, number]>([
  ['no session', () => post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'), 400],
  ['no JSON', () => post('{'), 400],
  ['no UTF-8', () => new Request(ADDRESS, { method: 'POST', body: Uint8Array.of(0x22, 0xff, 0x22) }), 400],
  ['too much', () => post(`"${'x'.repeat(4 * 1024 * 1024)}"`), 413],
  ['reading without a session', () => new Request(ADDRESS), 400],
  ['ending without a session', () => new Request(ADDRESS, { method: 'DELETE' }), 400],
])('what begins no session is refused: %s', async (_name, request, status) => {
  const { endpoint } = prepare();
  const response = await endpoint.handle(request());
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } });
});

test('with too many clients the one that was silent for longest ends', async () => {
  const { endpoint } = prepare(2);
  const [one, two] = [await connect(endpoint), await connect(endpoint)];
  await one.client.listTools();
  const three = await connect(endpoint);
  await one.client.listTools();
  await three.client.listTools();
  await expect(two.client.listTools()).rejects.toThrow();
});

test('what runs ends with its session', async () => {
  const { endpoint, aborted } = prepare();
  const { client } = await connect(endpoint);
  const call = client.callTool({ name: 'wait', arguments: {} }).catch((error: unknown) => error);
  await expect.poll(async () => (await client.listTools()).tools).toStrictEqual([]);
  await endpoint.close();
  await expect.poll(() => aborted).toStrictEqual(['wait']);
  await client.close();
  expect(await call).toBeInstanceOf(Error);
});
