import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rawRequest } from '../testing/raw-request.ts';
import { type StrangerLimits, CONNECTION_LIMITS, type ConnectionLimits, listen } from './listen.ts';

/** Generous, for machines under load; what is waited for comes at once on others. */
const SOON = { timeout: 8_000, interval: 10 };

/** Long enough that nothing in these tests waits for it. */
const NEVER = 600_000;

interface Settings extends Partial<Omit<ConnectionLimits, 'strangers'>> {
  readonly strangers?: Partial<StrangerLimits>;
}

/** Answers `/stream` with a body that never ends, and everything else at once. */
async function serve({ strangers, ...limits }: Settings = {}): Promise<number> {
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

/** A connection that has said something, and what became of it. */
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
  // One after the other, so that it is known which is the oldest.
  for (let at = 0; at < count; at += 1) guests.push(await say(port, text));
  return guests;
}

const open = (guests: readonly Guest[]): boolean[] => guests.map(({ isOpen }) => isOpen);

/** Opens connections, and each again as soon as it is closed. @returns how many were closed so far. */
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
    const port = await serve();
    const closed = besiege(port, 520, text);
    // From here on there is no free place.
    await expect.poll(closed, SOON).toBeGreaterThan(0);
    const answers: string[] = [];
    for (let at = 0; at < 20; at += 1) answers.push(await rawRequest(port, ASK).catch(String));
    expect(answers.filter((answer) => !answer.endsWith('answered'))).toStrictEqual([]);
  },
);

test('beyond their share the oldest stranger is closed for each newer one', async () => {
  const port = await serve({ strangers: { connections: 2, grace: 0 } });
  const guests = await sayAll(port, '', 5);
  await expect.poll(() => open(guests), SOON).toStrictEqual([false, false, false, true, true]);
});

test('many connections that came just now may exceed the share, until no place is left', async () => {
  const port = await serve({ connections: 4, strangers: { connections: 1, grace: NEVER, head: NEVER } });
  const guests = await sayAll(port, '', 3);
  // Accepted, and answered after them: so are the others.
  expect(await rawRequest(port, ASK)).toContain('answered');
  expect(open(guests)).toStrictEqual([true, true, true]);
  await sayAll(port, '', 2);
  await expect.poll(() => open(guests), SOON).toStrictEqual([false, true, true]);
});

test('nobody takes the place of a connection that has shown the token, whatever it sends afterwards', async () => {
  const port = await serve({ connections: 6, strangers: { connections: 4, grace: 0 } });
  const known = await sayAll(port, request('/', KNOWN), 2);
  await expect.poll(() => known.map(({ heard }) => heard.endsWith('answered')), SOON).toStrictEqual([true, true]);
  for (const { socket } of known) socket.write(request('/stream', ''));
  await expect.poll(() => known.map(({ heard }) => heard.includes('first')), SOON).toStrictEqual([true, true]);
  const strangers = await sayAll(port, '', 20);
  await expect.poll(() => open(strangers.slice(0, -4)), SOON).toStrictEqual(Array.from({ length: 16 }, () => false));
  expect(open(known)).toStrictEqual([true, true]);
});

test('where all places have shown the token a newer connection is closed unheard, and one that ends makes room', async () => {
  const port = await serve({ connections: 2 });
  const known = await sayAll(port, request('/stream', KNOWN), 2);
  await expect.poll(() => known.map(({ heard }) => heard.includes('first')), SOON).toStrictEqual([true, true]);
  const ask = (): Promise<string> => rawRequest(port, ASK).catch(() => '');
  expect(await ask()).toBe('');
  known[0]?.socket.destroy();
  await expect.poll(ask, SOON).toContain('answered');
});

test('strangers that send nothing do not end the answer of one that is loading the page', async () => {
  const port = await serve({ connections: 4, strangers: { connections: 2, grace: 0 } });
  const page = await say(port, request('/stream', ''));
  await expect.poll(() => page.heard, SOON).toContain('first');
  const silent = await sayAll(port, '', 10);
  await expect.poll(() => open(silent.slice(0, -1)), SOON).toStrictEqual(Array.from({ length: 9 }, () => false));
  expect(page.isOpen).toBe(true);
});

test('a stranger whose answer has ended waits like the others', async () => {
  const port = await serve({ strangers: { connections: 1, grace: 0 } });
  const first = await say(port, request('/', ''));
  await expect.poll(() => first.heard, SOON).toContain('answered');
  await say(port, '');
  await expect.poll(() => first.isOpen, SOON).toBe(false);
});

test('a stranger without a whole head is told 408, long before others are', async () => {
  const port = await serve({ headers: NEVER, request: NEVER, strangers: { head: 50 } });
  const late = await say(port, 'GET / HTTP/1.1\r\nX-Slow: ');
  await expect.poll(() => late.isOpen, SOON).toBe(false);
  expect(late.heard).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  const known = await say(port, request('/', KNOWN));
  await expect.poll(() => known.heard, SOON).toContain('answered');
  known.socket.write('GET / HTTP/1.1\r\nX-Slow: ');
  // Another stranger, later than this one, comes to its end meanwhile.
  const later = await say(port, '');
  await expect.poll(() => later.isOpen, SOON).toBe(false);
  expect(known.isOpen).toBe(true);
});

test('a head that lies unread because the companion was busy is not late', async () => {
  const port = await serve({ strangers: { head: 50 } });
  const guest = await say(port, '');
  // Accepted, and answered before it: so is the one that is looked at.
  await rawRequest(port, ASK);
  guest.socket.write(ASK);
  const until = performance.now() + 200;
  while (performance.now() < until);
  await expect.poll(() => guest.heard, SOON).toContain('answered');
});
