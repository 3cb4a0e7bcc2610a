import { isIP } from 'node:net';
import type { Allowed } from '../ports.ts';

/** Where the companion listens. */
export interface Bound {
  /** An IP address; `0.0.0.0` and `::` are every interface. */
  readonly address: string;
  /** The addresses that this machine has now; asked only when every interface is listened on. */
  readonly interfaces: () => readonly string[];
}

const WILDCARDS: readonly string[] = ['0.0.0.0', '[::]'];

/** Whether an IP address means every interface. */
export function isWildcard(address: string): boolean {
  return WILDCARDS.includes(new URL(originOf(address, 1)).hostname);
}

/** Whether nothing but this machine reaches an IP address. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(originOf(address, 1));
  return hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/**
 * The values of `Host` that are answered, as browsers write them: with the port, unless it is http's own.
 *
 * They are addresses, and `localhost` where this machine can use it: no other name is ever among them, since whoever owns a
 * name decides which address it means, from one moment to the next.
 */
export function allowedHosts({ address, interfaces }: Bound, port: number): string[] {
  const reachable = isWildcard(address) ? ['127.0.0.1', '::1', ...interfaces()] : [address];
  const names = reachable.some(isLoopback) ? [...reachable, 'localhost'] : reachable;
  return [...new Set(names.map((name) => new URL(originOf(name, port)).host))];
}

/** Shape: `::1`, 4170 → `http://[::1]:4170`; the port 80 is left out. */
export function originOf(host: string, port: number): string {
  return new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`).origin;
}

/**
 * Says whom the guard lets pass, now.
 *
 * The addresses of a machine come and go, so they are looked up anew where every interface is listened on.
 * @param port asked anew as long as it is 0, which becomes a number only by listening.
 */
export function createAllowed(bound: Bound, origins: readonly string[], port: () => number): () => Allowed {
  let fixed: Allowed | undefined;
  return () => {
    if (fixed !== undefined) return fixed;
    const allowed = { hosts: allowedHosts(bound, port()), origins };
    if (port() !== 0 && !isWildcard(bound.address)) fixed = allowed;
    return allowed;
  };
}
