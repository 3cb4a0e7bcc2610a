import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ProblemError, problemResponse, toProblem } from '../http/problem.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';
import { createPlaces, type StrangerLimits } from './connection-places.ts';

/** Where to listen, and how long whoever connects may take. */
export interface ListenSettings {
  /** 0 picks a free one. */
  readonly port: number;
  /** An IP address, never a name: `localhost` may mean another one. */
  readonly address: string;
  readonly limits?: ConnectionLimits;
  /**
   * Whether an `Authorization` header shows who may use all connections; the others are strangers.
   * Absent: a whole head is enough.
   */
  readonly isKnown?: (authorization: string | undefined) => boolean;
}

/** Limits of connections; what they are spent on is the same for a friend that is slow and an attacker that is patient. */
export interface ConnectionLimits {
  /** Ms for the head of a request, also of somebody known; then 408, and the connection is closed. */
  readonly headers: number;
  /** Ms for a whole request, its body included; then the same. How long the answer takes is not limited, only how long it is left. */
  readonly request: number;
  /** Ms between two looks at who is late. */
  readonly checkEvery: number;
  /** Ms in which a client may take nothing of what waits for it; then the connection is closed, and its call ends. */
  readonly untaken: number;
  /** Ms that a connection may wait for its next request. */
  readonly idle: number;
  /** Open at once. For one beyond a stranger is closed; where there is none, it is closed unheard. */
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

/**
 * Connections that may wait to be accepted, as far as the system lets them. Where this many strangers knock at once, the system
 * drops what comes beyond, and a client tries again only after a second.
 */
const BACKLOG = 4096;

/** An HTTP server that accepts connections. */
export interface Listening {
  readonly port: number;
  /** Stops accepting, and closes every connection. */
  close(): Promise<void>;
}

/**
 * Serves an application on one address of this machine, or on all.
 *
 * @throws the system's error: `EADDRINUSE` when the port is taken, `EADDRNOTAVAIL` when this machine has no such address.
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { port, address, limits = CONNECTION_LIMITS, isKnown = () => true }: ListenSettings,
): Promise<Listening> {
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
    server.listen(port, address, BACKLOG, () => {
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

/**
 * Closes the connection of a client that leaves its answer: a call that waits for it would keep its place for ever.
 *
 * An answer of which nothing waits is only long in coming, such as that of a program that says nothing.
 */
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
  const response = problemResponse(toProblem(new ProblemError(400, 'invalid-request', detail)));
  setSecurityHeaders(response.headers);
  return response;
}
