import { ExecutionError } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { canonicalHost, readHostRules } from './judge-host.ts';

test.each<[rule: string, host: string, port: number, isAllowed: boolean]>([
  ['github.com', 'github.com', 443, true],
  ['github.com', 'github.com', 22, false],
  ['github.com', 'api.github.com', 443, false],
  ['github.com', 'github.com.evil.test', 443, false],
  ['git.corp:8443', 'git.corp', 8443, true],
  ['git.corp:8443', 'git.corp', 443, false],
  ['*.npmjs.org', 'registry.npmjs.org', 443, true],
  ['*.npmjs.org', 'npmjs.org', 443, false],
  ['*.npmjs.org', 'evilnpmjs.org', 443, false],
  ['*', 'anything.test', 22, false],
  ['*:22', 'anything.test', 22, true],
  ['b\u00fccher.test', 'xn--bcher-kva.test', 443, true],
  ['g\u043e\u043ed.test', 'good.test', 443, false],
])('%j, for %s on port %d: %j', (rule, host, port, isAllowed) => {
  expect(readHostRules([rule]).allowsName(host, port)).toBe(isAllowed);
});

test.each<[rule: string, address: string, port: number, isAllowed: boolean]>([
  ['127.0.0.1:3000', '127.0.0.1', 3000, true],
  ['127.0.0.1:3000', '127.0.0.1', 3001, false],
  ['127.0.0.1:3000', '::ffff:7f00:1', 3000, false],
  ['10.0.0.0/8', '10.255.0.1', 443, true],
  ['[fd00::]/8', 'fd12::1', 443, true],
  ['[::1]:3000', '::1', 3000, true],
  ['*', '127.0.0.1', 443, false],
])('%j, for the address %s on port %d: %j', (rule, address, port, isAllowed) => {
  expect(readHostRules([rule]).allowsAddress(address, port)).toBe(isAllowed);
});

test.each([
  ...['', ' ', 'https://github.com', 'github.com/path', 'git*.com', '*.', '*.*', '*.10.0.0.1', 'a b', 'user@host'],
  ...['host:0x1', 'host:70000', 'host:', 'host/8', '10.0.0.0/33', '[::1', '::1', 'a..b', '1.2.3.4.5'],
])('%j is no rule', (rule) => {
  expect(() => readHostRules(['github.com', rule])).toThrow(ExecutionError);
  expect(() => readHostRules([rule])).toThrow(`; not ${JSON.stringify(rule)}.`);
});

test.each([
  ['127.1', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['0177.0.0.1', '127.0.0.1'],
  ['\uff11\uff12\uff17.0.0.1', '127.0.0.1'],
  ['[::FFFF:127.0.0.1]', '::ffff:7f00:1'],
  ['g%6fod.test', 'good.test'],
  ['\uff47ood.test', 'good.test'],
  ['a'.repeat(254), undefined],
  ['evil.test#good.test', undefined],
  ["a'b.test", undefined],
])('%j is the host %j', (text, host) => {
  expect(canonicalHost(text)).toBe(host);
});
