import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request as startRequest } from 'node:http';
import { type LookupFunction, type Server, type Socket, connect as connectTo, isIP, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AtipEffects, NetworkAttempt, RunOptions, SandboxReport } from '@atip/core';
import { sandboxAccess } from '@atip/core/internal';
import {
  type HostJudge,
  type HostResolver,
  type HostTarget,
  type HostVerdict,
  createHostJudge,
  describeRefusal,
} from './judge-host.ts';
import type { RunProxy } from '../sandbox/sandbox.ts';

export interface RunNetwork {
  /** The effects for the sandbox: without the machine's network if a rule restricts it. */
  readonly effects: AtipEffects;
  readonly proxy?: RunProxy;
  /** Variables by which programs find the proxy. */
  readonly variables: Readonly<Record<string, string>>;
  /** Adds the requested hosts to the report, and refusals as notices for the model. */
  finish(report: SandboxReport): { readonly report: SandboxReport; readonly notices: readonly string[] };
  close(): void;
}

/** In the run's own network, where nothing else listens. */
const PORT = 3128;

/**
 * Gives a run the network access that its effects state and a rule permits.
 * @param rule Absent: all of it.
 * @throws ExecutionError for a rule that cannot be read
 */
export async function openRunNetwork(
  rule: RunOptions['network'],
  effects: AtipEffects,
  { resolve, connect }: { readonly resolve?: HostResolver; readonly connect?: ConnectTo } = {},
): Promise<RunNetwork> {
  if (rule === undefined) return direct(effects);
  const judge = createHostJudge(rule === 'none' ? [] : rule.allow, resolve);
  const isWanted = sandboxAccess(effects).network;
  if (!isWanted) return direct(effects);
  const alone = { ...effects, network: false };
  if (rule === 'none') return direct(alone);
  const proxy = createHostProxy(judge, connect);
  return {
    effects: alone,
    proxy: { port: PORT, onListener: proxy.serve },
    variables: proxyVariables(),
    finish: (report) => {
      const { listed, more } = proxy.attempts();
      const unlisted = more === 0 ? [] : [`${more} more hosts were requested than are listed.`];
      const notices = [...noticesOf(listed), ...unlisted, ...settingOf(rule.allow, listed)];
      return { report: { ...report, notes: [...report.notes, ...notices], connections: listed }, notices };
    },
    close: proxy.close,
  };
}

function direct(effects: AtipEffects): RunNetwork {
  return { effects, variables: {}, finish: (report) => ({ report, notices: [] }), close: () => undefined };
}

/** Programs read either spelling; everything should use the proxy. */
function proxyVariables(): Record<string, string> {
  const address = `http://127.0.0.1:${PORT}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  return Object.fromEntries([
    ...names.flatMap((name) => [name, name.toLowerCase()].map((spelt) => [spelt, address])),
    ...['NO_PROXY', 'no_proxy'].map((name) => [name, '']),
    // Node 24 and later uses the others only with this one.
    ['NODE_USE_ENV_PROXY', '1'],
  ]);
}

const MAX_NOTICES = 5;

/** Most hosts of a rule that are repeated in the message. */
const MAX_WRITTEN = 20;

/** The configuration line that allows refused hosts, for people who may write it. */
function settingOf(allow: readonly string[], attempts: readonly NetworkAttempt[]): string[] {
  const hosts = refusedHosts(attempts).slice(0, MAX_NOTICES);
  if (hosts.length === 0) return [];
  const isShort = allow.length <= MAX_WRITTEN;
  const line = `"network": { "allow": ${JSON.stringify(isShort ? [...allow, ...hosts] : hosts)} }`;
  return [`A person can allow that in their configuration${isShort ? '' : ', beside the listed hosts'}: ${line}`];
}

/** Names that a run requested and that no rule lists, each once. */
export function refusedHosts(attempts: readonly NetworkAttempt[] = []): string[] {
  return [...new Set(attempts.flatMap(({ host, refused }) => (refused === 'host' ? [host] : [])))];
}

/** Refused hosts are reported even after success: the program's output may be the refusal. */
function noticesOf(attempts: readonly NetworkAttempt[]): string[] {
  return attempts
    .flatMap(({ refused, ...target }) => (refused ? [describeRefusal({ ...target, refused })] : []))
    .slice(0, MAX_NOTICES);
}

/** A target that may be connected to. */
type AllowedTarget = Extract<HostVerdict, { readonly addresses: readonly string[] }>;

/** Starts a connection to one of the addresses, and to nothing else. */
export type ConnectTo = (target: AllowedTarget) => Socket;

interface HostProxy {
  /** Accepts connections from a listener that the run can reach. */
  serve(listener: Server): void;
  /** All hosts requested so far, and the number beyond the report's limit. */
  attempts(): { readonly listed: readonly NetworkAttempt[]; readonly more: number };
  /** Closes its connections and stops listening. */
  close(): void;
}

/** Most connections of one run at the same time; further ones are closed at once. */
const MAX_CONNECTIONS = 128;
/** Bytes of a request's line and headers. */
const MAX_HEADERS = 16_384;
/** Most different attempts in a report. */
const MAX_ATTEMPTS = 100;
/** Ms for a host to answer, and for an idle connection. */
const CONNECT_TIMEOUT = 15_000;
const IDLE_TIMEOUT = 300_000;

/**
 * Makes an HTTP proxy for one run: `CONNECT` tunnels, and plain `http:` requests, each of which is judged anew.
 *
 * Limits: 128 connections, 16 KiB of headers, 15 s until a host answers, 5 min without a byte. The content of a tunnel
 * is not inspected: a host that serves other names under its own address can be asked for them there.
 * @param judge decides, and returns the addresses to connect to
 * @param connect Absent: by TCP from this machine.
 * @see RFC 9110 §9.3.6, RFC 9112 §3.2.2
 */
export function createHostProxy(judge: HostJudge, connect: ConnectTo = connectByTcp): HostProxy {
  const record = createAttempts();
  const sockets = new Set<Duplex>();
  const listeners = new Set<Server>();
  const keep = <Kept extends Duplex>(socket: Kept): Kept => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  /** @returns a connection in progress, or the reason against it */
  const reach = async (target: HostTarget): Promise<Socket | string> => {
    const verdict = await judge(target);
    const { host, port } = verdict;
    if ('refused' in verdict) {
      record.add({ host, port, refused: verdict.refused });
      return describeRefusal(verdict);
    }
    const upstream = keep(connect(verdict)).setTimeout(CONNECT_TIMEOUT, () => upstream.destroy());
    // An error closes it, and every user here waits for that.
    upstream.on('error', () => undefined);
    const isOpen = await Promise.race([
      once(upstream, 'connect').then(() => true),
      once(upstream, 'close').then(() => false),
    ]).catch(() => false);
    record.add(isOpen ? { host, port } : { host, port, refused: 'unreachable' });
    if (!isOpen) return describeRefusal({ host, port, refused: 'unreachable' });
    return upstream.setTimeout(IDLE_TIMEOUT);
  };
  const http = createServer({ maxHeaderSize: MAX_HEADERS, insecureHTTPParser: false });
  http.timeout = IDLE_TIMEOUT;
  http.on('request', (request, response) => void forward(request, response, reach).catch(() => response.destroy()));
  http.on('connect', (request, client, head) => {
    void tunnel(request, keep(client), head, reach).catch(() => client.destroy());
  });
  let isClosed = false;
  const serve = (listener: Server): void => {
    // A run that ended at once may deliver its listener late.
    if (isClosed) return void listener.close();
    listeners.add(listener);
    listener.maxConnections = MAX_CONNECTIONS;
    listener.on('connection', (socket: Socket) => {
      socket.allowHalfOpen = true;
      http.emit('connection', keep(socket));
    });
  };
  return {
    serve,
    attempts: record.list,
    close() {
      isClosed = true;
      for (const listener of listeners) listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

type Reach = (target: HostTarget) => Promise<Socket | string>;

/** `github.com:443`, `[2001:db8::1]:443`. */
const AUTHORITY = /^(\[[^[\]]+\]|[^:[\]]+):(\d{1,5})$/;

async function tunnel({ url = '' }: IncomingMessage, client: Duplex, head: Buffer, reach: Reach): Promise<void> {
  client.on('error', () => client.destroy());
  const [, host, port = ''] = AUTHORITY.exec(url) ?? [];
  const upstream = await reach(host === undefined ? { host: url, port: 0 } : { host, port: Number(port) });
  if (typeof upstream === 'string') {
    const body = `${upstream}\n`;
    client.end(
      `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    return;
  }
  client.once('close', () => upstream.destroy());
  upstream.once('close', () => client.end());
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  upstream.write(head);
  client.pipe(upstream).pipe(client);
}

async function forward(request: IncomingMessage, response: ServerResponse, reach: Reach): Promise<void> {
  const { url = '', method = 'GET' } = request;
  const target = URL.canParse(url) ? new URL(url) : undefined;
  const isPlain = target?.protocol === 'http:' && target.username === '' && target.password === '';
  const upstream = await reach(
    isPlain ? { host: target.hostname, port: Number(target.port || 80) } : { host: url, port: 0 },
  );
  if (typeof upstream === 'string' || target === undefined) {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`${String(upstream)}\n`);
    return;
  }
  response.once('close', () => upstream.destroy());
  // The request's own Host header may name another host than the checked target.
  const headers = ['Host', target.host, ...endToEnd(request.rawHeaders, ['host', 'expect']), 'Connection', 'close'];
  if (request.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  const path = `${target.pathname}${target.search}`;
  const outgoing = startRequest({ createConnection: () => upstream, method, path, headers, setHost: false });
  outgoing.on('error', () => response.destroy());
  outgoing.on('response', (answer) => passOn(answer, response));
  // Also covers a response that switches the protocol, which is not supported.
  outgoing.on('close', () => response.headersSent || response.destroy());
  request.pipe(outgoing);
}

function passOn(answer: IncomingMessage, response: ServerResponse): void {
  answer.on('error', () => response.destroy());
  try {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders, []));
    answer.pipe(response);
  } catch {
    // Node refuses to write some responses that it reads, such as status 000.
    response.destroy();
  }
}

/** Headers between two neighbours (RFC 9110 §7.6.1), which are not forwarded. */
const HOP_BY_HOP: readonly string[] = [
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authorization', 'proxy-authenticate'],
];

/** Shape: `['Accept', '*', 'Connection', 'x-a', 'X-A', '1']` → `['Accept', '*']` */
function endToEnd(raw: readonly string[], without: readonly string[]): string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((part) => part.trim()),
    );
  const left = new Set([...HOP_BY_HOP, ...named, ...without]);
  // Without its length a body would be read as the next request.
  left.delete('content-length');
  return pairs.filter(([name]) => !left.has(name.toLowerCase())).flat();
}

/** Tries the checked addresses in turn; the name is not resolved again. */
const connectByTcp: ConnectTo = ({ addresses, port }) => {
  const lookup: LookupFunction = (_name, _options, found) => {
    found(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    );
  };
  const [first = ''] = addresses;
  // With an address as its host, Node would not call the lookup.
  const host = addresses.length === 1 && isIP(first) !== 0 ? first : 'checked.invalid';
  return connectTo({
    host,
    port,
    lookup,
    allowHalfOpen: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 5_000,
  });
};

/** Counts equal attempts together. */
function createAttempts() {
  const counted = new Map<string, NetworkAttempt>();
  let more = 0;
  return {
    add(attempt: Omit<NetworkAttempt, 'count'>): void {
      const key = `${attempt.host}:${attempt.port}:${attempt.refused ?? ''}`;
      const { count } = counted.get(key) ?? { count: 0 };
      if (count === 0 && counted.size >= MAX_ATTEMPTS) more += 1;
      else counted.set(key, { ...attempt, count: count + 1 });
    },
    list: () => ({ listed: [...counted.values()], more }),
  };
}
