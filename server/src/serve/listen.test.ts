import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rawRequest } from '../testing/raw-request.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, listen } from './listen.ts';

/** Generous, for machines under load; what is waited for comes at once on others. */
const SOON = { timeout: 4_000, interval: 20 };

async function serve(
  fetch: (request: Request) => Response | Promise<Response>,
  limits: Partial<ConnectionLimits> = {},
): Promise<number> {
  const settings = { port: 0, address: '127.0.0.1', limits: { ...CONNECTION_LIMITS, checkEvery: 20, ...limits } };
  const server = await listen(fetch, settings);
  onTestFinished(() => server.close());
  return server.port;
}

/** Sends one byte every few ms, for as long as the other side takes them. */
function trickle(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 10);
  // The other side closes while bytes are under way to it.
  socket.on('error', () => undefined);
  socket.on('close', () => clearInterval(timer));
}

/** Opens a connection, sends a head and then one byte at a time. @returns everything that came back until it was closed. */
async function sendSlowly(port: number, head: string, byte: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(head);
  trickle(socket, byte);
  await once(socket, 'close');
  return answer;
}

const head = (port: number, length: number): string =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${length}\r\n\r\n`;

test('a body that comes byte by byte is broken off with 408', async () => {
  let read: unknown;
  const port = await serve(
    async (request) => {
      read = await request.text().catch((error: unknown) => error);
      return new Response('read');
    },
    { request: 200, headers: 200 },
  );
  const started = performance.now();
  const answer = await sendSlowly(port, head(port, 1_000_000), 'a');
  expect(answer).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  expect(performance.now() - started).toBeGreaterThanOrEqual(200);
  await expect.poll(() => read, SOON).toBeInstanceOf(Error);
});

test('an answer that takes longer than any limit is not cut', async () => {
  const limits = { headers: 100, request: 100, idle: 100, untaken: 20 };
  const port = await serve(() => new Response(slowStream(10, 50)), limits);
  const answer = await rawRequest(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  expect(answer.match(/tick/g)).toHaveLength(10);
  expect(answer.endsWith('0\r\n\r\n')).toBe(true);
});

/** Sends `tick` so many times, so many ms apart. */
function slowStream(times: number, interval: number): ReadableStream<Uint8Array> {
  let left = times;
  return new ReadableStream({
    start(controller) {
      const timer = setInterval(() => {
        controller.enqueue(new TextEncoder().encode('tick'));
        left -= 1;
        if (left > 0) return;
        clearInterval(timer);
        controller.close();
      }, interval);
    },
  });
}

test('an answer that its client leaves is broken off, and whoever makes it is told', async () => {
  let cancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_048_576)),
    cancel() {
      cancelled = true;
    },
  });
  const port = await serve(() => new Response(body), { untaken: 200 });
  const socket = connect(port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await expect.poll(() => cancelled, SOON).toBe(true);
});

test('an answer that is taken slowly is not broken off', async () => {
  const size = 16 * 1_048_576;
  const port = await serve(() => new Response(new Uint8Array(size)), { untaken: 200 });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  let taken = 0;
  socket.on('data', (chunk: Buffer) => {
    taken += chunk.byteLength;
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  });
  await once(socket, 'end');
  expect(taken).toBeGreaterThan(size);
});

test('a connection that asks for nothing more is closed', async () => {
  const port = await serve(() => new Response('once'), { idle: 50 });
  const answer = await rawRequest(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  expect(answer).toContain('once');
});

test('it listens on the address it is given, and no other', async () => {
  const server = await listen(() => new Response('here'), { port: 0, address: '127.0.0.2' });
  onTestFinished(() => server.close());
  expect(await (await fetch(`http://127.0.0.2:${server.port}`)).text()).toBe('here');
  await expect(fetch(`http://127.0.0.1:${server.port}`)).rejects.toThrow();
});
