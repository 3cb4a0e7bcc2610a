import { connect, type Socket } from 'node:net';
import { readEvents } from '../../../server/src/testing/read-events.ts';
import type { Target } from './start-target.ts';

/** Sends JSON as the page would, with the token. */
export function api({ origin, token }: Target, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** A call whose events are read one by one. */
export async function startCall(target: Target, name: string, args: object = {}, more: object = {}) {
  return readEvents(await api(target, 'POST', '/calls', { call: { id: '1', name, arguments: args }, ...more }));
}

/** All that a call streamed, as text. */
export async function callOutput(target: Target, name: string, args: object = {}): Promise<string> {
  return (await api(target, 'POST', '/calls', { call: { id: '1', name, arguments: args } })).text();
}

/** A refusal in short, such as `409 hash-mismatch`; for other answers only the status. */
export async function short(response: Response): Promise<string> {
  const text = await response.text();
  return [response.status, ...(/"code":"([a-z-]+)"/.exec(text)?.slice(1) ?? [])].join(' ');
}

/** Calls a tool in an MCP session of its own. @returns whether the result says that it is an error */
export async function callOverMcp(target: Target, name: string, args: object): Promise<boolean> {
  const text = await askMcp(target, 'tools/call', { name, arguments: args });
  const said = /"isError":(true|false)/.exec(text)?.[1];
  if (said === undefined) throw new Error(`That is no result of a call: ${text.slice(0, 200)}`);
  return said === 'true';
}

/** One request in an MCP session of its own. @returns the event that answers it, as text */
export async function askMcp({ origin, token }: Target, about: string, content: object): Promise<string> {
  const ask = (method: string, params: object, session: object = {}): Promise<Response> =>
    fetch(`${origin}/api/v1/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...session,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const clientInfo = { name: 'attack', version: '1' };
  const opened = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  return (await ask(about, content, session)).text();
}

/** How a request differs from one that the page would send. */
export interface Changes {
  readonly method?: string;
  /** The target in the request line. */
  readonly path?: string;
  readonly version?: string;
  /** By name in lower case; null: left out; a list: several headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** Absent: a call that writes a file and is allowed. */
  readonly body?: string;
}

/** A call that needs no approval and leaves a file behind. */
export const TRIP: string = JSON.stringify({ call: { id: '1', name: 'trap_trip', arguments: {} } });

/** The bytes of a request that runs something, with some of it changed. */
export function callText({ port, token }: Target, changes: Changes = {}): string {
  const { method = 'POST', path = '/api/v1/calls', version = '1.1', body = TRIP } = changes;
  const headers: NonNullable<Changes['headers']> = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...changes.headers,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (value === null ? [] : typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`),
  );
  return `${method} ${path} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Ms that a part waits for an answer to the one before it: ten parts take longer than the companion waits for a request. */
const PATIENCE = 600;

/**
 * Sends bytes to a port of this machine as they are.
 *
 * @param parts each is sent when no answer has come to those before it: a client that keeps writing while a server closes may lose its
 * answer.
 * @returns everything that came back until the connection closed or broke.
 */
export function sendRaw(port: number, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      void sendParts(socket, parts);
    });
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', (error) => {
      if (answer === '') answer = `broken (${'code' in error ? error.code : error.message})`;
    });
    socket.on('close', () => resolve(answer));
  });
}

async function sendParts(socket: Socket, [part, ...rest]: readonly string[]): Promise<void> {
  if (part === undefined || socket.destroyed) return;
  socket.write(part);
  if (rest.length === 0 || (await isAnswered(socket))) return;
  await sendParts(socket, rest);
}

function isAnswered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (answered: boolean): void => {
      clearTimeout(timer);
      socket.off('data', onAnswer).off('close', onAnswer);
      resolve(answered);
    };
    const onAnswer = (): void => finish(true);
    const timer = setTimeout(() => finish(false), PATIENCE);
    socket.on('data', onAnswer).on('close', onAnswer);
  });
}

/** `HTTP/1.1 403 Forbidden … "code":"x"` → `403 x`; what is no response is given back as it is. */
export function shortAnswer(text: string): string {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (status === undefined) return text === '' ? 'closed' : text.slice(0, 80);
  return [status, ...(/"code":"([a-z-]+)"/.exec(text)?.slice(1) ?? [])].join(' ');
}
