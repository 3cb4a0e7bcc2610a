import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { NetworkAttempt } from '@atip/core';
import { canonicalHost, readHostRules } from './host-rules.ts';
import { isPublicAddress } from './public-address.ts';

type Refusal = NonNullable<NetworkAttempt['refused']>;

/** The target of a run's connection. */
export interface HostTarget {
  /** As written in the request. */
  readonly host: string;
  readonly port: number;
}

/** A target with its host in canonical form: either the allowed addresses, or the reason for refusal. */
export type HostVerdict = HostTarget & ({ readonly addresses: readonly string[] } | { readonly refused: Refusal });

export type HostJudge = (target: HostTarget) => Promise<HostVerdict>;

/** Resolves a name; an error or an empty list means that it has no address. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

/** Ms. */
const RESOLVE_TIMEOUT = 10_000;

/**
 * Makes the function that judges a run's connections. A name is resolved once, and only if a rule lists it; the
 * connection goes to one of the checked addresses, so that a second answer of the name server changes nothing.
 *
 * Limits: an address that is not public is refused for any name, unless the rules list the address too. Addresses in a
 * request must be listed themselves.
 * @param allow see `readHostRules`
 * @param resolve Absent: this machine's resolver.
 * @throws ExecutionError for a rule that cannot be read
 */
export function createHostJudge(allow: readonly string[], resolve: ResolveHost = resolveHere): HostJudge {
  const rules = readHostRules(allow);
  return async ({ host: written, port }) => {
    const host = canonicalHost(written);
    if (host === undefined) return { host: printable(written), port, refused: 'malformed' };
    const refuse = (refused: Refusal): HostVerdict => ({ host, port, refused });
    const isAllowed = (address: string): boolean => rules.allowsAddress(address, port);
    if (isIP(host) !== 0) return isAllowed(host) ? { host, port, addresses: [host] } : refuse('address');
    if (!rules.listsName(host)) return refuse('host');
    if (!rules.allowsName(host, port)) return refuse('port');
    const found = await inTime(resolve(host));
    if (found.length === 0) return refuse('unresolved');
    const addresses = found.filter((address) => isPublicAddress(address) || isAllowed(address));
    return addresses.length === 0 ? refuse('private') : { host, port, addresses };
  };
}

async function resolveHere(name: string): Promise<string[]> {
  const all = await lookup(name, { all: true });
  return all.map(({ address }) => address);
}

/** Any failure of the resolver means that the name has no usable address. */
async function inTime(resolving: Promise<readonly string[]>): Promise<readonly string[]> {
  const over = new AbortController();
  const late = setTimeout(RESOLVE_TIMEOUT, [], { signal: over.signal });
  return Promise.race([resolving.catch(() => []), late]).finally(() => over.abort());
}

/** The beginning of a text that is no host, in a form for display. */
function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\x21-\x7e]/g, '?');
}

/** Explains why a target was refused, in a sentence for the program, its model and the person. */
export function describeRefusal({ host, port, refused }: HostTarget & { readonly refused: Refusal }): string {
  const at = `${host}:${port}`;
  const words: Readonly<Record<Refusal, string>> = {
    host: `${at} was refused: the policy field network.allow does not list ${host}.`,
    port: `${at} was refused: the policy field network.allow lists ${host} without port ${port}.`,
    address: `${at} was refused: an address is reached only when the policy field network.allow lists it.`,
    private: `${at} was refused: the name leads to an address that is not public. List that address in network.allow too.`,
    malformed: `${JSON.stringify(host)} was refused: it is neither a host with a port nor an http: address.`,
    unresolved: `${host} has no address.`,
    unreachable: `${at} did not answer.`,
  };
  return words[refused];
}
