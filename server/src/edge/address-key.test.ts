import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:ffff::1', '2001:db8:0:0'],
  ['2001:db8:0:1::7', '2001:db8:0:1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  ['localhost', 'unknown'],
  ['192.0.2.1, 192.0.2.2', 'unknown'],
])('%s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
