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
  const settings = { port: 0, address: '127.0.0.1', limits: { ...CONNECTION_LIMITS, checkEvery: 20, ...limits } };
  const server = await listen(fetch, settings);
  onTestFinished(() => server.close());
  return server.port;
}

/** Sends one byte every few ms, as long as the other side reads. */
function trickle(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 10);
  // The other side closes while bytes are on their way.
  socket.on('error', () => undefined);
  socket.on('close', () => clearInterval(timer));
}

/** Opens a connection, sends a head and then one byte at a time. @returns everything received until it was closed. */
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
  const port = await serve(() => new Response(new Uint8Array(size)), { untaken: 1_000 });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  let taken = 0;
  socket.on('data', (chunk: Buffer) => {
    taken += chunk.byteLength;
    socket.pause();
    setTimeout(() => socket.resume(), 8);
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
    {
      ...{ port: 0, address: '127.0.0.1', isKnown: (authorization) => authorization === 'right' },
      limits: { ...CONNECTION_LIMITS, checkEvery: 20, ...limits, strangers: places },
    },
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

/** Opens connections, and reopens each one that closes. @returns the number closed so far. */
function besiege(port: number, connections: number, text: string): () => number {
  let closed = 0;
  let over = false;
  const sockets = new Set<Socket>();
  const renew = (): void => {
    if (over) return;
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume().on('close', () => {
      sockets.delete(socket);
      closed += 1;
      setImmediate(renew);
    });
  };
  for (let at = 0; at < connections; at += 1) renew();
  onTestFinished(() => {
    over = true;
    for (const socket of sockets) socket.destroy();
  });
  return () => closed;
}

test.each([
  ['take an answer without end', request('/stream', '')],
  ['have a wrong token', request('/stream', 'Authorization: wrong\r\n')],
])(
  '520 connections that %s, renewed as they are closed, keep no request with the token out',
  {
    timeout: 60_000,
  },
  async (_name, text) => {
    const port = await servePlaces();
    const closed = besiege(port, 520, text);
    // From here on there is no free place.
    await expect.poll(closed, SOON).toBeGreaterThan(0);
    const answers: string[] = [];
    for (let at = 0; at < 20; at += 1) answers.push(await rawRequest(port, ASK).catch(String));
    expect(answers.filter((answer) => !answer.endsWith('answered'))).toStrictEqual([]);
  },
);

test('beyond their share the oldest stranger is closed for each newer one', async () => {
  const port = await servePlaces({ strangers: { connections: 2, grace: 0 } });
  const guests = await sayAll(port, '', 5);
  await expect.poll(() => open(guests), SOON).toStrictEqual([false, false, false, true, true]);
});

test('many connections that came just now may exceed the share, until no place is left', async () => {
  const port = await servePlaces({ connections: 4, strangers: { connections: 1, grace: NEVER, head: NEVER } });
  const guests = await sayAll(port, '', 3);
  // Accepted and answered after them, so the others were too.
  expect(await rawRequest(port, ASK)).toContain('answered');
  expect(open(guests)).toStrictEqual([true, true, true]);
  await sayAll(port, '', 2);
  await expect.poll(() => open(guests), SOON).toStrictEqual([false, true, true]);
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

test('strangers that send nothing do not end the answer of one that is loading the page', async () => {
  const port = await servePlaces({ connections: 4, strangers: { connections: 2, grace: 0 } });
  const page = await say(port, request('/stream', ''));
  await expect.poll(() => page.heard, SOON).toContain('first');
  const silent = await sayAll(port, '', 10);
  await expect.poll(() => open(silent.slice(0, -1)), SOON).toStrictEqual(Array.from({ length: 9 }, () => false));
  expect(page.isOpen).toBe(true);
});

test('a stranger whose answer has ended waits like the others', async () => {
  const port = await servePlaces({ strangers: { connections: 1, grace: 0 } });
  const first = await say(port, request('/', ''));
  await expect.poll(() => first.heard, SOON).toContain('answered');
  await say(port, '');
  await expect.poll(() => first.isOpen, SOON).toBe(false);
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

test('a head that lies unread because the companion was busy is not late', async () => {
  const port = await servePlaces({ strangers: { head: 50 } });
  const guest = await say(port, '');
  // Accepted and answered before it, so that one was too.
  await rawRequest(port, ASK);
  guest.socket.write(ASK);
  const until = performance.now() + 200;
  while (performance.now() < until);
  await expect.poll(() => guest.heard, SOON).toContain('answered');
});
