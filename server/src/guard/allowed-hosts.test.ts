import { expect, test } from 'vitest';
import { allowedHosts, isLoopback, isWildcard, originOf } from './allowed-hosts.ts';

const INTERFACES = ['127.0.0.1', '192.168.1.5', '::1', 'fd00::0005'];

test.each([
  ['127.0.0.1', 4170, ['127.0.0.1:4170', 'localhost:4170']],
  ['127.0.0.1', 80, ['127.0.0.1', 'localhost']],
  ['::1', 4170, ['[::1]:4170', 'localhost:4170']],
  ['192.168.1.5', 4170, ['192.168.1.5:4170']],
  ['fd00:0::5', 4170, ['[fd00::5]:4170']],
  ['0.0.0.0', 4170, ['127.0.0.1:4170', '[::1]:4170', '192.168.1.5:4170', '[fd00::5]:4170', 'localhost:4170']],
])('on %s, port %i', (address, port, expected) => {
  expect(allowedHosts({ address, interfaces: () => INTERFACES }, port)).toStrictEqual(expected);
});

test('the addresses of the machine are asked for only where every interface is listened on', () => {
  const interfaces = (): never => {
    throw new RangeError('asked');
  };
  expect(allowedHosts({ address: '10.0.0.1', interfaces }, 1)).toStrictEqual(['10.0.0.1:1']);
  expect(() => allowedHosts({ address: '0:0::0', interfaces }, 1)).toThrow(new RangeError('asked'));
});

test.each([
  ['127.0.0.1', true, false],
  ['127.8.8.8', true, false],
  ['::1', true, false],
  ['0:0:0:0:0:0:0:1', true, false],
  ['0.0.0.0', false, true],
  ['::', false, true],
  ['0:0::0', false, true],
  ['192.168.1.5', false, false],
  ['::ffff:127.0.0.1', false, false],
])('%s: loopback %j, every interface %j', (address, loopback, wildcard) => {
  expect([isLoopback(address), isWildcard(address)]).toStrictEqual([loopback, wildcard]);
});

test('an origin is as browsers write it', () => {
  expect([originOf('127.0.0.1', 4170), originOf('::1', 80)]).toStrictEqual(['http://127.0.0.1:4170', 'http://[::1]']);
});
