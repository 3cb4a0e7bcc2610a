import { expect, test } from 'vitest';
import { addressKey } from './edge-app.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  // One address in each of its spellings.
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
  ['0000:0000:0000:0000:0000:ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.2', '192.0.2.2'],
  // Not mapped, so not its IPv4 address either.
  ['::192.0.2.1', '0:0:0:0'],
  ['2001:db8::ffff:192.0.2.1', '2001:db8:0:0'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:ffff::1', '2001:db8:0:0'],
  // The 256 networks that one household is given are one, and the next household's is another.
  ['2001:db8:0:1::7', '2001:db8:0:0'],
  ['2001:db8:0:ff::7', '2001:db8:0:0'],
  ['2001:db8:0:100::7', '2001:db8:0:100'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0'],
  ['2001:db8:1:abcd:3:4:5:6', '2001:db8:1:ab00'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  ['localhost', 'unknown'],
  ['192.0.2.1, 192.0.2.2', 'unknown'],
  ['192.0.2.256', 'unknown'],
  ['1:2:3:4:5:6:7:8:9', 'unknown'],
  ['1::2::3', 'unknown'],
  ['1:2:3', 'unknown'],
  ['2001:db8:12345::1', 'unknown'],
  ['fe80::1%eth0', 'unknown'],
])('%s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
