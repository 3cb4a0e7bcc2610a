import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { connectServers } from './connect-servers.ts';

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

type Reply = (message: Message, response: ServerResponse) => unknown;

const tool = { name: 'read', description: 'Reads', inputSchema: { type: 'object' } };

/** A server over HTTP that answers with the results of `reply`; undefined: `reply` answers itself, or never. */
async function serverOf(reply: Reply, sessions = true): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(405).end();
    if (request.method === 'DELETE') return;
    // Messages of a client.
    const message = (await json(request)) as Message;
    if (sessions) response.setHeader('mcp-session-id', 's1');
    const { protocolVersion } = message.params ?? {};
    const serverInfo = { name: 'demo', version: '1' };
    const standard =
      message.method === 'initialize' ? { protocolVersion, serverInfo, capabilities: { tools: {} } } : undefined;
    const result = standard ?? reply(message, response);
    if (result !== undefined)
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/mcp` : '';
}

const accept = ({ method }: Message, response: ServerResponse): boolean => {
  const isNote = method.startsWith('notifications/');
  if (isNote) response.writeHead(202).end();
  return isNote;
};

test.each<[string, Reply]>([
  ['never takes the word that it is connected', () => undefined],
  [
    'has always one page of tools more',
    (message, response) => {
      if (accept(message, response)) return undefined;
      const result = { tools: [{ ...tool, name: `do_${message.id}` }], nextCursor: `${message.id}` };
      response.setHeader('content-type', 'application/json');
      // Each is in time, but all together are not.
      setTimeout(() => response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result })), 100);
      return undefined;
    },
  ],
])('a server that %s is given up, and let go of, in time', async (_name, reply) => {
  const url = await serverOf(reply);
  const { problems, tools } = await connectServers({ demo: { url } }, { timeout: 500 });
  expect(problems).toStrictEqual([{ server: 'demo', reason: 'It did not list its tools within 500 ms.' }]);
  expect(tools).toStrictEqual([]);
});

test.each([
  ['gives the same cursor again and again', (): string => 'next'],
  ['gives the same tools under other cursors', ({ id }: Message): string => `${id}`],
])('of a server that %s the tools that came are kept', async (_name, cursorOf) => {
  let pages = 0;
  const url = await serverOf((message, response) => {
    if (accept(message, response) || message.method !== 'tools/list') return undefined;
    pages += 1;
    return { tools: [tool], nextCursor: cursorOf(message) };
  });
  const served = await connectServers({ demo: { url } });
  expect(served.problems).toStrictEqual([]);
  expect(served.tools.map(({ commands }) => Object.keys(commands ?? {}))).toStrictEqual([[tool.name]]);
  expect(pages).toBe(2);
  await served.close();
});

test('of a server that does not know its own cursor the tools that came are kept', async () => {
  let pages = 0;
  const url = await serverOf((message, response) => {
    if (accept(message, response) || message.method !== 'tools/list') return undefined;
    pages += 1;
    if (pages === 1) return { tools: [tool], nextCursor: 'next' };
    const error = { code: -32_602, message: 'Invalid cursor' };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
    return undefined;
  });
  const served = await connectServers({ demo: { url } });
  expect(served.problems).toStrictEqual([]);
  expect(served.tools.map(({ commands }) => Object.keys(commands ?? {}))).toStrictEqual([[tool.name]]);
  expect(pages).toBe(2);
  await served.close();
});

test('a server that does not end its session holds nobody up', async () => {
  const url = await serverOf((message, response) => (accept(message, response) ? undefined : { tools: [tool] }));
  const served = await connectServers({ demo: { url } });
  expect(served.tools.map(({ name }) => name)).toStrictEqual(['demo']);
  await served.close();
});

test('an answer without an end is cut off before it fills the memory', async () => {
  let sent = 0;
  const url = await serverOf((message, response) => {
    if (accept(message, response)) return undefined;
    if (message.method === 'tools/list') return { tools: [tool] };
    response.setHeader('content-type', 'application/json').write('{"jsonrpc":"2.0","x":"');
    const piece = 'x'.repeat(1_048_576);
    const more = (): void => {
      sent += 1;
      if (!response.destroyed && sent < 400) response.write(piece, more);
      else if (!response.destroyed) response.end('"}');
    };
    more();
    return undefined;
  }, false);
  const served = await connectServers({ demo: { url } });
  const options = { timeout: 20_000, signal: new AbortController().signal };
  await expect(served.call('demo', 'read', {}, options)).rejects.toThrow('The MCP server cannot be reached.');
  expect(sent).toBeLessThan(64);
  await served.close();
});
