import type { Socket } from 'node:net';

/** Limits of connections that have not shown the token yet. Any local user can open them, as often as they like. */
export interface StrangerLimits {
  /** Open at once. Beyond, each new one takes the place of the oldest, unless that is within its `grace`. */
  readonly connections: number;
  /** Ms for the head of the first request; then 408, and the connection is closed. */
  readonly head: number;
  /**
   * Ms in which a connection is not closed for a newer one, as long as there is room for both: a client that opens a hundred
   * at once has not sent a hundred heads yet.
   */
  readonly grace: number;
}

/** How many connections are open at once, and which of them give way to others. */
export interface PlaceLimits {
  /** Of all. */
  readonly connections: number;
  /** Ms that a connection may wait for its next request. */
  readonly idle: number;
  readonly strangers: StrangerLimits;
}

/** Who is connected: each connection is told of when it opens, when a request's head is there, and when its answer has ended. */
export interface Places {
  opened(socket: Socket): void;
  /** @param known whether the head showed the token. It counts for the whole connection, until it closes. */
  asked(socket: Socket, known: boolean): void;
  answered(socket: Socket): void;
}

interface Place {
  readonly since: number;
  readonly late: NodeJS.Timeout | undefined;
}

/** As Node writes it for requests that are late. */
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Gives places to connections so that no number of strangers keeps out whoever has the token.
 *
 * A new connection gets a place, and the oldest stranger loses its own. Never more than one does: those who renew theirs would
 * all stand in the queue before the next request with the token. Node accepts one connection for each turn of its event loop,
 * and reads in the next one what the connection has sent. So a head with the token is read long before its connection is the
 * oldest, and from then on nobody takes its place. Only connections with the token fill the last one.
 *
 * Strangers are two crowds, since those that send nothing are not to end the answers of those that are loading the page: the
 * larger crowd gives way.
 */
export function createPlaces({ connections, idle, strangers }: PlaceLimits): Places {
  const known = new Set<Socket>();
  // Both in the order in which they were joined, so that the oldest is the first.
  const waiting = new Map<Socket, Place>();
  const asking = new Map<Socket, Place>();
  const leave = (socket: Socket): void => {
    clearTimeout(waiting.get(socket)?.late);
    waiting.delete(socket);
    asking.delete(socket);
  };
  const wait = (socket: Socket, within: number): void => {
    leave(socket);
    // A head that lies unread because this process was busy is not late: the poll before the immediate reads it.
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
    opened(socket) {
      socket.once('close', () => {
        leave(socket);
        known.delete(socket);
      });
      wait(socket, strangers.head);
      giveWay();
    },
    asked(socket, isKnown) {
      if (known.has(socket)) return;
      leave(socket);
      if (isKnown) known.add(socket);
      else asking.set(socket, { since: performance.now(), late: undefined });
    },
    answered(socket) {
      if (asking.has(socket)) wait(socket, idle + strangers.head);
    },
  };
}
