import { allowedHosts, type Bound, isWildcard } from './allowed-hosts.ts';
import type { Allowed } from './guard.ts';

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
