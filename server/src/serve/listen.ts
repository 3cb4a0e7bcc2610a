import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Allowed, allowedHosts, LOOPBACK, pageOriginProblem } from '../guard/allowed-hosts.ts';
import { ProblemError, problemResponse } from '../http/problem.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';

/** Limits of connections; a slow friend and a patient attacker cost the same. */
export interface ConnectionLimits {
  /** Ms for the head of a request, also with the token; then 408, and the connection is closed. */
  readonly headers: number;
  /** Ms for a whole request with its body; then the same. The answer has no time limit, only its reader has. */
  readonly request: number;
  /** Ms between two checks for late requests. */
  readonly checkEvery: number;
  /** Ms in which a client may leave waiting output unread; then the connection is closed, and its call ends. */
  readonly untaken: number;
  readonly idle: number;
  /** Most connections at once. A further one closes a stranger; without strangers it is closed unread itself. */
  readonly connections: number;
  readonly strangers: StrangerLimits;
}

const STRANGER_LIMITS: StrangerLimits = { connections: 64, head: 2000, grace: 250 };

export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 10_000,
  request: 30_000,
  checkEvery: 1000,
  untaken: 120_000,
  idle: 5000,
  connections: 512,
  strangers: STRANGER_LIMITS,
};

/** Connections that may wait to be accepted. The system drops any more, and clients retry only after a second. */
const BACKLOG = 4096;

/**
 * Serves an application to this machine alone.
 * @param isKnown true when an `Authorization` header entitles to all connections. Absent: a whole head is enough
 * @throws the system's error, such as `EADDRINUSE`
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { port, limits = CONNECTION_LIMITS }: DoorSettings,
  isKnown: (authorization: string | undefined) => boolean = () => true,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: refuseRequest });
  const places = createPlaces(limits);
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.checkEvery,
      keepAliveTimeout: limits.idle,
    },
    (request, response) => {
      places.asked(request.socket, isKnown(request.headers.authorization));
      response.once('close', () => places.answered(request.socket));
      closeUntaken(response, limits.untaken);
      return answer(request, response);
    },
  );
  server.on('connection', places.opened);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, BACKLOG, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return {
    port: bound.port,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** Closes the connection of a client that does not read its answer; otherwise it would keep its call's slot. */
function closeUntaken(response: ServerResponse, after: number): void {
  response.setTimeout(after);
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(after);
  });
}

/** For requests that are too broken to reach the application, such as one without a host. */
function refuseRequest(): Response {
  const detail = 'The request line or its Host header cannot be understood.';
  const response = problemResponse(new ProblemError(400, 'invalid-request', detail));
  setSecurityHeaders(response.headers);
  return response;
}

/** Limits of connections that have not shown the token yet. Any local user can open them, as often as they like. */
export interface StrangerLimits {
  /** Most strangers at once. Each further one takes the place of the oldest, unless that one is within its `grace`. */
  readonly connections: number;
  /** Ms for the head of the first request; then 408, and the connection is closed. */
  readonly head: number;
  /** Ms in which a connection is not closed for a newer one while there is room: a client may open a hundred at once. */
  readonly grace: number;
}

interface Stranger {
  readonly since: number;
  readonly late: NodeJS.Timeout | undefined;
}

/** The text that Node writes for late requests. */
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Gives places to connections so that strangers, however many, cannot keep out a client with the token.
 * A new connection gets a place, and the oldest stranger, never more than one, loses its own. Node accepts one connection for
 * each turn of its event loop and reads its head in the next, so a head with the token is read long before its connection is
 * the oldest; then it keeps its place. Only connections with the token fill the last one.
 * Each connection reports when it opens, when a request's head is there, and when its answer has ended.
 * Strangers are two crowds, silent ones and those loading the page; the larger gives way.
 */
function createPlaces({ connections, idle, strangers }: ConnectionLimits) {
  const known = new Set<Socket>();
  // Both in the order of arrival, so that the oldest is the first.
  const waiting = new Map<Socket, Stranger>();
  const asking = new Map<Socket, Stranger>();
  const leave = (socket: Socket): void => {
    clearTimeout(waiting.get(socket)?.late);
    waiting.delete(socket);
    asking.delete(socket);
  };
  const wait = (socket: Socket, within: number): void => {
    leave(socket);
    // A head that is unread because this process was busy is not late: the poll before the immediate reads it.
    const late = setTimeout(() => setImmediate(() => waiting.get(socket)?.late === late && refuse(socket)), within);
    waiting.set(socket, { since: performance.now(), late: late.unref() });
  };
  const refuse = (socket: Socket): void => {
    leave(socket);
    if (socket.writable) socket.write(TIMEOUT);
    socket.destroySoon();
  };
  const giveWay = (): void => {
    const [oldest] = waiting.size >= asking.size ? waiting : asking;
    if (oldest === undefined) return;
    const [socket, { since }] = oldest;
    const isFull = known.size + waiting.size + asking.size > connections;
    const areMany = waiting.size + asking.size > strangers.connections && performance.now() - since >= strangers.grace;
    if (!isFull && !areMany) return;
    leave(socket);
    socket.destroy();
  };
  return {
    opened(socket: Socket): void {
      socket.once('close', () => {
        leave(socket);
        known.delete(socket);
      });
      wait(socket, strangers.head);
      giveWay();
    },
    /** @param isKnown true if the head had the token. It counts for the whole connection. */
    asked(socket: Socket, isKnown: boolean): void {
      if (known.has(socket)) return;
      leave(socket);
      if (isKnown) known.add(socket);
      else asking.set(socket, { since: performance.now(), late: undefined });
    },
    answered(socket: Socket): void {
      if (asking.has(socket)) wait(socket, idle + strangers.head);
    },
  };
}

export interface DoorSettings {
  readonly port: number;
  /** Exact origins of pages that may use the API besides the companion's own; see `pageOriginProblem`. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Absent: `CONNECTION_LIMITS`. */
  readonly limits?: ConnectionLimits | undefined;
}

export interface OpenDoor {
  readonly port: number;
  /** Its address on this machine, for example `http://127.0.0.1:4170`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** @throws TypeError for an invalid origin. */
export function createDoor({ port, allowOrigins = [], limits }: DoorSettings) {
  for (const problem of allowOrigins.map(pageOriginProblem)) if (problem !== undefined) throw new TypeError(problem);
  let listened = port;
  // Looked up at each request: port 0 gets its number only by listening.
  const allowed = (): Allowed => ({ hosts: allowedHosts(listened), origins: allowOrigins });
  return {
    allowed,
    /**
     * @param isKnown true if an `Authorization` header has the token
     * @throws the system's error, `EADDRINUSE` when the port is taken
     */
    async open(
      fetch: (request: Request) => Response | Promise<Response>,
      isKnown: (authorization: string | undefined) => boolean,
    ): Promise<OpenDoor> {
      const server = await listen(fetch, { port, limits }, isKnown);
      listened = server.port;
      return { ...server, origin: `http://${allowed().hosts[0] ?? ''}` };
    },
  };
}
