import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rawRequest } from '../testing/raw-request.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, listen, type StrangerLimits } from './listen.ts';

/** Generous, for machines under load; on others the answer comes at once. */
const SOON = { timeout: 60_000, interval: 20 };

async function serve(
  fetch: (request: Request) => Response | Promise<Response>,
  limits: Partial<ConnectionLimits> = {},
): Promise<number> {
  const server = await listen(fetch, { port: 0, limits: { ...CONNECTION_LIMITS, checkEvery: 20, ...limits } });
  onTestFinished(() => server.close());
  return server.port;
}

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

test('a connection that asks for nothing more is closed', async () => {
  const port = await serve(() => new Response('once'), { idle: 50 });
  const answer = await rawRequest(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  expect(answer).toContain('once');
});

/** Long enough that no test here waits for it. */
const NEVER = 600_000;

interface Settings extends Partial<Omit<ConnectionLimits, 'strangers'>> {
  readonly strangers?: Partial<StrangerLimits>;
}

/** Answers `/stream` with a body that never ends, and everything else at once. */
async function servePlaces({ strangers, ...limits }: Settings = {}): Promise<number> {
  const places = { ...CONNECTION_LIMITS.strangers, ...strangers };
  const server = await listen(
    ({ url }) => new Response(url.endsWith('/stream') ? new ReadableStream(FIRST) : 'answered'),
    { port: 0, limits: { ...CONNECTION_LIMITS, checkEvery: 20, ...limits, strangers: places } },
    (authorization) => authorization === 'right',
  );
  onTestFinished(() => server.close());
  return server.port;
}

const FIRST: UnderlyingDefaultSource<Uint8Array> = {
  start: (controller) => controller.enqueue(new TextEncoder().encode('first')),
};

const request = (path: string, headers: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;

const KNOWN = 'Authorization: right\r\n';
const ASK = request('/', `${KNOWN}Connection: close\r\n`);

/** A connection that has sent something, and its fate. */
interface Guest {
  readonly socket: Socket;
  isOpen: boolean;
  heard: string;
}

async function say(port: number, text: string): Promise<Guest> {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  const guest: Guest = { socket, isOpen: true, heard: '' };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    guest.heard += chunk;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    guest.isOpen = false;
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return guest;
}

async function sayAll(port: number, text: string, count: number): Promise<Guest[]> {
  const guests: Guest[] = [];
  // One after the other, so that we know the oldest.
  for (let at = 0; at < count; at += 1) guests.push(await say(port, text));
  return guests;
}

const open = (guests: readonly Guest[]): boolean[] => guests.map(({ isOpen }) => isOpen);

test('beyond their share the oldest stranger is closed for each newer one', async () => {
  const port = await servePlaces({ strangers: { connections: 2, grace: 0 } });
  const guests = await sayAll(port, '', 5);
  await expect.poll(() => open(guests), SOON).toStrictEqual([false, false, false, true, true]);
});

test('nobody takes the place of a connection that has shown the token, whatever it sends afterwards', async () => {
  const port = await servePlaces({ connections: 6, strangers: { connections: 4, grace: 0 } });
  const known = await sayAll(port, request('/', KNOWN), 2);
  await expect.poll(() => known.map(({ heard }) => heard.endsWith('answered')), SOON).toStrictEqual([true, true]);
  for (const { socket } of known) socket.write(request('/stream', ''));
  await expect.poll(() => known.map(({ heard }) => heard.includes('first')), SOON).toStrictEqual([true, true]);
  const strangers = await sayAll(port, '', 20);
  await expect.poll(() => open(strangers.slice(0, -4)), SOON).toStrictEqual(Array.from({ length: 16 }, () => false));
  expect(open(known)).toStrictEqual([true, true]);
});

test('where all places have shown the token a newer connection is closed unheard, and one that ends makes room', async () => {
  const port = await servePlaces({ connections: 2 });
  const known = await sayAll(port, request('/stream', KNOWN), 2);
  await expect.poll(() => known.map(({ heard }) => heard.includes('first')), SOON).toStrictEqual([true, true]);
  const ask = (): Promise<string> => rawRequest(port, ASK).catch(() => '');
  expect(await ask()).toBe('');
  known[0]?.socket.destroy();
  await expect.poll(ask, SOON).toContain('answered');
});

test('a stranger without a whole head is told 408, long before others are', async () => {
  const port = await servePlaces({ headers: NEVER, request: NEVER, strangers: { head: 50 } });
  const late = await say(port, 'GET / HTTP/1.1\r\nX-Slow: ');
  await expect.poll(() => late.isOpen, SOON).toBe(false);
  expect(late.heard).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  const known = await say(port, request('/', KNOWN));
  await expect.poll(() => known.heard, SOON).toContain('answered');
  known.socket.write('GET / HTTP/1.1\r\nX-Slow: ');
  // Meanwhile another stranger, who came later, finishes.
  const later = await say(port, '');
  await expect.poll(() => later.isOpen, SOON).toBe(false);
  expect(known.isOpen).toBe(true);
});
