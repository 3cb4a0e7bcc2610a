import { networkInterfaces } from 'node:os';
import { createAllowed, isWildcard, originOf } from '../guard/allowed-hosts.ts';
import { pageOriginProblem } from '../guard/page-origin.ts';
import type { Allowed } from '../ports.ts';
import { type ConnectionLimits, listen } from './listen.ts';

export interface DoorSettings {
  /** 0 picks a free one. */
  readonly port: number;
  /** IP address to listen on; `0.0.0.0` and `::` are every interface. Absent: 127.0.0.1. */
  readonly bind?: string;
  /** Exact origins of pages that may use the API besides the companion's own; see `pageOriginProblem`. */
  readonly allowOrigins?: readonly string[];
  /** Absent: `CONNECTION_LIMITS`. */
  readonly limits?: ConnectionLimits;
}

/** Where requests come in, and whom the guard lets pass there. */
export interface Door {
  readonly allowed: () => Allowed;
  /**
   * @param isKnown whether an `Authorization` header shows the token.
   * @throws the system's error, `EADDRINUSE` when the port is taken.
   */
  open(
    fetch: (request: Request) => Response | Promise<Response>,
    isKnown: (authorization: string | undefined) => boolean,
  ): Promise<OpenDoor>;
}

export interface OpenDoor {
  readonly port: number;
  /** Where this machine reaches it, for example `http://127.0.0.1:4170`. */
  readonly origin: string;
  /** All that it answers to, for example `["http://127.0.0.1:4170", "http://localhost:4170"]`. */
  readonly origins: readonly string[];
  /** Stops accepting, and closes every connection. */
  close(): Promise<void>;
}

/** An address, since the name `localhost` may mean another one. */
const LOOPBACK = '127.0.0.1';

/** @throws TypeError for an origin that is none. */
export function createDoor({ port, bind: address = LOOPBACK, allowOrigins = [], limits }: DoorSettings): Door {
  for (const problem of allowOrigins.map(pageOriginProblem)) if (problem !== undefined) throw new TypeError(problem);
  let listened = port;
  const allowed = createAllowed({ address, interfaces: machineAddresses }, allowOrigins, () => listened);
  return {
    allowed,
    async open(fetch, isKnown) {
      const server = await listen(fetch, { port, address, isKnown, ...(limits && { limits }) });
      listened = server.port;
      return {
        ...server,
        origin: originOf(isWildcard(address) ? LOOPBACK : address, server.port),
        origins: allowed().hosts.map((host) => `http://${host}`),
      };
    },
  };
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
}
