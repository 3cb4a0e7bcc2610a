import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

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
