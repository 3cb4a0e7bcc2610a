/** Of the 128 bits of an IPv6 address, those that a provider gives to one household: it chooses the 72 others itself. */
const NETWORK_BITS = 56;

/**
 * The key by which the writes of one client are counted: an IPv4 address as it is, also where it is mapped into IPv6, and of an
 * IPv6 address the first 56 bits.
 *
 * `2001:db8:0:1::7` → `2001:db8:0:0`; `::ffff:192.0.2.1`, `::ffff:c000:201` → `192.0.2.1`.
 * @param address as the platform states it; absent, or no address: all such clients are one.
 */
export function addressKey(address = ''): string {
  const ipv4 = bytesOf(address);
  if (ipv4 !== undefined) return ipv4.join('.');
  const groups = groupsOf(address);
  if (groups === undefined) return 'unknown';
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return groups.slice(6).flatMap(bytes).join('.');
  return groups.slice(0, 4).map(keepNetwork).join(':');
}

/** @returns the four numbers of an IPv4 address. */
function bytesOf(text: string): readonly number[] | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return undefined;
  const numbers = text.split('.').map(Number);
  return numbers.every((byte) => byte <= 255) ? numbers : undefined;
}

/** @returns the eight numbers of an IPv6 address. */
function groupsOf(address: string): readonly number[] | undefined {
  const [first = [], last, ...rest] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').flatMap(numbersOf)));
  const zeros = last === undefined ? 0 : 8 - first.length - last.length;
  if (rest.length > 0 || zeros < 0) return undefined;
  const groups = [...first, ...Array.from({ length: zeros }, () => 0), ...(last ?? [])];
  return groups.length === 8 && !groups.includes(Number.NaN) ? groups : undefined;
}

/** @param group four hexadecimal digits at most, or the IPv4 address at the end of an IPv6 one. */
function numbersOf(group: string): readonly number[] {
  const [a, b, c, d] = bytesOf(group) ?? [];
  if (a !== undefined && b !== undefined && c !== undefined && d !== undefined) return [a * 256 + b, c * 256 + d];
  return [/^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN];
}

function bytes(group: number): readonly number[] {
  return [group >> 8, group & 255];
}

/** @param at which group of 16 bits. */
function keepNetwork(group: number, at: number): string {
  const dropped = Math.min(16, Math.max(0, 16 * (at + 1) - NETWORK_BITS));
  return ((group >> dropped) << dropped).toString(16);
}
