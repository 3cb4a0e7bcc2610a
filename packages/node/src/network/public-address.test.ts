import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isPublicAddress } from './judge-host.ts';

const OWN = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));

test.each([
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.8.8.8', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    'fe80::1',
    'fe80::1%eth0',
  ],
  ...['fc00::1', 'fd12::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:808:808::1', '3fff::1', '4000::1', 'fec0::1'],
  ...['', 'github.com', '1.2.3', '8.8.8.8%1', '2606:4700::1%eth0', ...OWN],
])('%j leads to no public host', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
