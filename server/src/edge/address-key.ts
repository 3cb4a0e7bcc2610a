/**
 * By which the writes of one client are counted: an IPv4 address as it is, of an IPv6 address the first 64 bits, since a single
 * client has all the rest to choose from.
 *
 * `2001:db8::7` → `2001:db8:0:0`; `::ffff:192.0.2.1` → `192.0.2.1`.
 * @param address as the platform states it; absent, or no address: all such clients are one.
 */
export function addressKey(address: string | undefined): string {
  const [, ipv4] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address ?? '') ?? [];
  if (ipv4 !== undefined) return ipv4;
  if (address === undefined || !/^[0-9a-f:]{2,39}$/i.test(address)) return 'unknown';
  const [start = '', end] = address.toLowerCase().split('::');
  const first = groupsOf(start);
  const last = groupsOf(end ?? '');
  const zeros = end === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  // As numbers, so that `0db8` and `db8` are one.
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

function groupsOf(part: string): readonly string[] {
  return part.split(':').filter((group) => group !== '');
}
