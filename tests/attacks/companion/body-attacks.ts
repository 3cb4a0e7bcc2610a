import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Attack } from './attack.ts';
import { callText, type Changes, sendRaw, shortAnswer, TRIP } from './requests.ts';
import type { Target } from './start-target.ts';

const FIVE_MIB = 5 * 1024 * 1024;
/** A call that would run, with a field behind it that nobody reads. */
const PADDED = `${TRIP.slice(0, -1)},"padding":"${'x'.repeat(FIVE_MIB)}"}`;
/** Where a long message has to be refused by, in bytes: behind its head, and behind 4 MiB. */
const CUTS = [2_000, 4.3 * 1024 * 1024];
const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

/** Bodies and messages that are too much, or not what they say they are. */
export const BODY_ATTACKS: readonly Attack[] = [
  attack('a body of 5 MiB', '413 body-too-large', () => ({ body: PADDED })),
  attack('a body that is only announced', '413 body-too-large', () => ({
    body: '',
    headers: { 'content-length': '9999999999' },
  })),
  attack('a body of 5 MiB in pieces', '413 body-too-large', () => ({
    body: chunked(PADDED),
    headers: { 'content-length': null, 'transfer-encoding': 'chunked' },
  })),
  attack('5 MiB for MCP, in pieces', '413', () => ({
    path: '/api/v1/mcp',
    body: chunked(PADDED),
    headers: { 'content-length': null, 'transfer-encoding': 'chunked' },
  })),
  attack('arguments 200,000 lists deep', '413 arguments-too-large', () => ({
    body: `{"call":{"id":"1","name":"trap_say","arguments":{"text":${DEEP}}}}`,
  })),
  attack('a document 200,000 lists deep', '422 invalid-metadata', () => ({
    path: '/api/v1/compile',
    body: `{"provider":"openai","sources":[{"atip":{"version":"0.4"},"name":"a","version":"1","description":"d","x":${DEEP}}]}`,
  })),
  attack('headers of 20 KB', '431', () => ({ headers: { x: 'x'.repeat(20_000) } })),
  attack('a length and pieces', '400', (target) => ({
    body: `0\r\n\r\n${callText(target)}`,
    headers: { 'transfer-encoding': 'chunked', connection: 'keep-alive' },
  })),
  attack('two lengths', '400', (target) => ({
    body: callText(target),
    headers: { 'content-length': ['0', '9'], connection: 'keep-alive' },
  })),
  attack('a length with a sign', '400', (target) => ({
    body: callText(target),
    headers: { 'content-length': '+9', connection: 'keep-alive' },
  })),
  attack('pieces with a blank before the colon', '400', (target) => ({
    body: `0\r\n\r\n${callText(target)}`,
    headers: { 'transfer-encoding ': 'chunked', connection: 'keep-alive' },
  })),
  attack('pieces by another name', '400', (target) => ({
    body: `0\r\n\r\n${callText(target)}`,
    headers: { 'content-length': null, 'transfer-encoding': 'xchunked', connection: 'keep-alive' },
  })),
  attack('a header folded over two lines', '400', ({ port }) => ({
    headers: { host: `127.0.0.1:${port}\r\n evil` },
  })),
  slowly('a head that comes slowly', 'head'),
  slowly('a body that comes slowly', 'body'),
  {
    name: 'many connections that say nothing',
    answer: '200',
    async run(target) {
      const sockets = await Promise.all(Array.from({ length: 300 }, () => open(target.port)));
      const headers = { 'content-length': null };
      const honest = { method: 'GET', path: '/api/v1/health', body: '', headers };
      const answer = shortAnswer(await sendRaw(target.port, callText(target, honest)));
      for (const socket of sockets) socket.destroy();
      return { answer };
    },
  },
  siege('half-open connections, renewed as they are closed', () => 'GET / HTTP/1.1\r\nX: '),
  siege('bodies without an end or a token, renewed', (target) => {
    const headers = { authorization: null, 'content-length': '1000' };
    return callText(target, { path: '/api/v1/session', headers, body: '{' });
  }),
];

function attack(name: string, answer: string, changes: (target: Target) => Changes): Attack {
  return {
    name,
    answer,
    async run(target) {
      const text = callText(target, changes(target));
      const parts = text.length > FIVE_MIB ? [0, ...CUTS].map((from, at) => text.slice(from, CUTS[at])) : [text];
      return { answer: shortAnswer(await sendRaw(target.port, ...parts)) };
    },
  };
}

/** In pieces of 64 KiB. */
function chunked(text: string): string {
  const pieces = text.match(/.{1,65536}/gs) ?? [];
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`;
}

/** The text that 520 connections send repeatedly, while ten honest requests come. */
function siege(name: string, text: (target: Target) => string): Attack {
  return {
    name,
    answer: '200',
    async run(target) {
      const end = await besiege(target.port, 520, text(target));
      const honest = { method: 'GET', path: '/api/v1/health', body: '', headers: { 'content-length': null } };
      const answers: string[] = [];
      for (let at = 0; at < 10; at += 1) {
        answers.push(shortAnswer(await sendRaw(target.port, callText(target, honest))));
      }
      end();
      return { answer: answers.every((answer) => answer === '200') ? '200' : 'kept out' };
    },
  };
}

/** Opens connections, and each again as soon as it is closed; resolves once the first one was. @returns ends it. */
async function besiege(port: number, connections: number, text: string): Promise<() => void> {
  const sockets = new Set<Socket>();
  let over = false;
  await new Promise<void>((resolve) => {
    const renew = (): void => {
      if (over) return;
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      sockets.add(socket.on('error', () => undefined).resume());
      socket.on('close', () => {
        sockets.delete(socket);
        resolve();
        setImmediate(renew);
      });
    };
    for (let at = 0; at < connections; at += 1) renew();
  });
  return () => {
    over = true;
    for (const socket of sockets) socket.destroy();
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** A message of which one part comes in ten pieces. */
function slowly(name: string, part: 'head' | 'body'): Attack {
  return {
    name,
    answer: '408',
    async run(target) {
      const text = callText(target);
      const end = text.indexOf('\r\n\r\n');
      const [from, to] = part === 'head' ? [0, end] : [end + 4, text.length];
      const places = Array.from({ length: 10 }, (_, at) => from + Math.ceil(((to - from) * at) / 10));
      const parts = [0, ...places].map((place, at) => text.slice(place, places[at]));
      return { answer: shortAnswer(await sendRaw(target.port, ...parts)) };
    },
  };
}
