import { BlockList, isIP, isIPv6 } from 'node:net';
import { ExecutionError } from '@atip/core/execute';
import { HOST_RULE } from '@atip/core/internal';

/** Hosts that a person allows. */
export interface HostRules {
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
