import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHostProxy } from './run-network.ts';
import { createHostJudge, type HostJudge } from './judge-host.ts';

const OPEN: HostJudge = async (target) => ({ ...target, addresses: ['127.0.0.1'] });

/** Lets a server listen. @returns the port */
async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = Object(server.address());
  return port;
}

async function start(judge: HostJudge = OPEN) {
  const proxy = createHostProxy(judge);
  onTestFinished(proxy.close);
  const listener = createServer();
  proxy.serve(listener);
  const port = await listening(listener);
  const ask = (request: string, last?: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(request);
    if (last !== undefined) socket.end(last);
    return text(socket);
  };
  return { proxy, port, ask };
}

/** A server that sends back what it gets, and then that it has seen the end. */
async function startEcho(): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('end', () => socket.end('end'));
    socket.pipe(socket, { end: false });
  });
  onTestFinished(() => void server.close());
  return listening(server);
}

test('a tunnel carries bytes both ways, also after one side has ended', async () => {
  const { port } = await start();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const bytes = 'x'.repeat(3_000_000);
  const target = await startEcho();
  socket.write(`CONNECT echo.test:${target} HTTP/1.1\r\n\r\nfirst`);
  socket.end(bytes);
  expect(await text(socket)).toBe(`HTTP/1.1 200 Connection established\r\n\r\nfirst${bytes}end`);
});

test('of two addresses the one that answers is taken, and the name is not resolved again', async () => {
  const { proxy, ask } = await start(async (target) => ({ ...target, addresses: ['127.9.9.9', '127.0.0.1'] }));
  const target = await startEcho();
  expect(await ask(`CONNECT no.such.name.invalid:${target} HTTP/1.1\r\n\r\n`, 'the end')).toContain('the endend');
  expect(proxy.attempts().listed).toStrictEqual([{ host: 'no.such.name.invalid', port: target, count: 1 }]);
});

test('a host that does not answer, and a name without address, are said and on record', async () => {
  const unreachable = await start(createHostJudge(['*:1', '127.0.0.1:1'], async () => ['127.0.0.1']));
  expect(await unreachable.ask('CONNECT a.test:1 HTTP/1.1\r\n\r\n')).toContain('403 Forbidden');
  const attempts = unreachable.proxy.attempts().listed;
  expect(attempts).toStrictEqual([{ host: 'a.test', port: 1, count: 1, refused: 'unreachable' }]);
  const failing = async () => Promise.reject(new Error('SERVFAIL'));
  for (const resolve of [failing, async () => []]) {
    const { ask } = await start(createHostJudge(['a.test'], resolve));
    expect(await ask('GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n')).toContain(
      'a.test has no address.',
    );
  }
});

test.each(['HTTP/1.1 000 X', 'HTTP/1.1 200 O\u0001K', 'nonsense'])(
  'a server that answers %j ends no more than its connection',
  async (line) => {
    const server = createServer((socket) => socket.end(`${line}\r\nContent-Length: 0\r\nUpgrade: x\r\n\r\n`));
    onTestFinished(() => void server.close());
    const port = await listening(server);
    const { ask } = await start();
    const request = `GET http://a.test:${port}/ HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`;
    expect(await ask(request).catch((error: NodeJS.ErrnoException) => error.code)).not.toContain('Upgrade');
  },
);

test('a name that no rule lists is not even resolved', async () => {
  const resolve = vi.fn(async () => ['8.8.8.8']);
  expect(await createHostJudge(['a.test'], resolve)({ host: 'key-1234.evil.test', port: 443 })).toMatchObject({
    refused: 'host',
  });
  expect(resolve).not.toHaveBeenCalled();
});

test('at most 100 attempts are listed, and at most 128 connections are open', async () => {
  const { proxy, ask, port } = await start(async (target) => ({ ...target, refused: 'host' }));
  await Promise.all(Array.from({ length: 103 }, (_, at) => ask(`CONNECT h${at}.test:443 HTTP/1.1\r\n\r\n`)));
  const { listed, more } = proxy.attempts();
  expect([listed.length, more]).toStrictEqual([100, 3]);
  const open = Array.from({ length: 128 }, () => connect(port, '127.0.0.1'));
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  const late = connect(port, '127.0.0.1');
  expect(await text(late)).toBe('');
  for (const socket of open) socket.destroy();
});

test('what comes after the run has ended is not served', async () => {
  const proxy = createHostProxy(OPEN);
  proxy.close();
  const listener = createServer();
  await listening(listener);
  proxy.serve(listener);
  expect(listener.listening).toBe(false);
});
