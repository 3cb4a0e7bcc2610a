import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { NetworkAttempt } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { HOST_RULE } from '@atip/core/internal';

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
export type HostResolver = (name: string) => Promise<readonly string[]>;

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
export function createHostJudge(allow: readonly string[], resolve: HostResolver = resolveHere): HostJudge {
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

/** Hosts that a person allows. */
interface HostRules {
  /** True if the name is listed, with any port. */
  readonly listsName: (name: string) => boolean;
  readonly allowsName: (name: string, port: number) => boolean;
  /** True if the address itself, or a block around it, is listed with this port. */
  readonly allowsAddress: (address: string, port: number) => boolean;
}

/** The ports of a rule without one. */
const WEB_PORTS: readonly number[] = [80, 443];

interface HostRule {
  readonly matchesName: (name: string) => boolean;
  readonly holdsAddress: (address: string) => boolean;
  readonly ports: readonly number[];
}

/**
 * Reads the rules of a policy's `network.allow`.
 *
 * A rule is a name (`github.com`), all names below one (`*.npmjs.org`, without `npmjs.org` itself), every name (`*`),
 * an address or a block of addresses (`127.0.0.1:3000`, `10.0.0.0/8`, `[fd00::1]`). Without a port it means 80 and 443.
 * Names are compared in lower case and punycode.
 * @throws ExecutionError for any other text
 * @example readHostRules(['github.com', '*.npmjs.org:443']).allowsName('registry.npmjs.org', 443) // true
 */
export function readHostRules(allow: readonly string[]): HostRules {
  const rules = allow.map(readRule);
  const on = (port: number) => (rule: HostRule) => rule.ports.includes(port);
  return {
    listsName: (name) => rules.some((rule) => rule.matchesName(name)),
    allowsName: (name, port) => rules.filter(on(port)).some((rule) => rule.matchesName(name)),
    allowsAddress: (address, port) => rules.filter(on(port)).some((rule) => rule.holdsAddress(address)),
  };
}

function readRule(text: string): HostRule {
  const { wild, host = '', prefix, port } = HOST_RULE.exec(text)?.groups ?? {};
  const canonical = host === '*' ? '*' : canonicalHost(host);
  const family = isIP(canonical ?? '');
  const isBlock = prefix !== undefined;
  const wrong =
    canonical === undefined ||
    Number(port) > 65_535 ||
    (wild !== undefined && (canonical === '*' || family !== 0)) ||
    (isBlock && (family === 0 || Number(prefix) > (family === 4 ? 32 : 128)));
  if (wrong) {
    throw new ExecutionError(
      `network.allow takes names such as "github.com", "*.npmjs.org" or "git.corp:8443", and addresses such as "127.0.0.1:3000" or "10.0.0.0/8"; not ${JSON.stringify(text)}.`,
    );
  }
  const ports = port === undefined ? WEB_PORTS : [Number(port)];
  if (family !== 0) return { ports, matchesName: () => false, holdsAddress: blockOf(canonical, prefix) };
  return { ports, matchesName: nameMatcher(canonical, wild !== undefined), holdsAddress: () => false };
}

function nameMatcher(name: string, isWild: boolean): (other: string) => boolean {
  if (name === '*') return () => true;
  return isWild ? (other) => other.endsWith(`.${name}`) : (other) => other === name;
}

function blockOf(address: string, prefix: string | undefined): (other: string) => boolean {
  const block = new BlockList();
  const family = (one: string) => (isIPv6(one) ? 'ipv6' : 'ipv4');
  block.addSubnet(address, prefix === undefined ? (isIPv6(address) ? 128 : 32) : Number(prefix), family(address));
  // A block of one family contains no address of the other, even if the other can wrap one.
  return (other) => family(other) === family(address) && block.check(other, family(other));
}

const NAME = /^[a-z0-9._-]{1,253}$/;

/**
 * The canonical form of a host for comparing, resolving and connecting: names in lower case and punycode without a last
 * dot, addresses in their usual form without brackets, from any spelling (`0x7f.1` → `127.0.0.1`). @returns undefined
 * for any other text
 */
export function canonicalHost(text: string): string | undefined {
  if (/[\s/\\?#@:]/.test(text.replace(/^\[[^[\]]*\]$/, ''))) return undefined;
  if (!URL.canParse(`http://${text}/`)) return undefined;
  const host = new URL(`http://${text}/`).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return host;
  const name = host.replace(/\.$/, '');
  return NAME.test(name) && !name.split('.').includes('') ? name : undefined;
}

/** IPv4 blocks without public hosts (IANA special-purpose registry, RFC 6890), with their prefix length. */
const SPECIAL_IPV4: readonly [block: string, prefix: number][] = [
  ['0.0.0.0', 8], // this host
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, where clouds answer with credentials
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/** Exceptions within 2000::/3, IPv6's public range: Teredo and other tunnels, documentation, 6to4. */
const SPECIAL_IPV6: readonly [block: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');
const SPECIAL = new BlockList();
for (const [block, prefix] of SPECIAL_IPV4) SPECIAL.addSubnet(block, prefix, 'ipv4');
for (const [block, prefix] of SPECIAL_IPV6) SPECIAL.addSubnet(block, prefix, 'ipv6');

/**
 * True for the address of a public host. False for loopback, private, link-local, carrier, multicast and reserved
 * addresses, IPv6 addresses that wrap an IPv4 one (mapped, NAT64, 6to4, Teredo), this machine's own addresses, and any
 * other text.
 */
export function isPublicAddress(address: string): boolean {
  if (isOwnAddress(address)) return false;
  if (isIPv4(address)) return !SPECIAL.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return PUBLIC_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));
}
