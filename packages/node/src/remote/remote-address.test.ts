import { expect, test } from 'vitest';
import { parseRemoteAddress, readRemoteSetting } from './remote-index.ts';

test.each([
  ['https://tools.example/registry/', 'https://tools.example/registry', 'tools.example'],
  ['https://tools.example:8443', 'https://tools.example:8443', 'tools.example:8443'],
  ['http://127.0.0.1:80/r', 'http://127.0.0.1/r', '127.0.0.1'],
  ['http://[::1]:8080/', 'http://[::1]:8080', '[::1]:8080'],
  ['http://localhost/', 'http://localhost', 'localhost'],
  // Another way to write 127.0.0.1.
  ['http://0x7f.1/', 'http://127.0.0.1', '127.0.0.1'],
])('%s is a registry', (text, url, host) => {
  expect(parseRemoteAddress(text)).toStrictEqual({ url, host });
});

const HTTPS = 'It has to begin with https:// (http:// is for registries on this machine only).';
test.each([
  ['http://tools.example/registry', HTTPS],
  ['http://127.0.0.1.evil.example/', HTTPS],
  ['http://localhost.evil.example/', HTTPS],
  ['http://169.254.169.254/', HTTPS],
  ['http://10.0.0.1/', HTTPS],
  ['file:///etc/passwd', HTTPS],
  ['data:text/plain,x', HTTPS],
  ['https://me:secret@tools.example/', 'It must not have a user or a password in it.'],
  ['https://secret@tools.example/', 'It must not have a user or a password in it.'],
  ['https://tools.example/?token=secret', 'It must not have a ? or a # in it.'],
  ['https://tools.example/#secret', 'It must not have a ? or a # in it.'],
  ['tools.example', 'It is not the address of a registry, such as https://tools.example/registry.'],
  [`https://e/${'x'.repeat(2000)}`, 'It is not the address of a registry, such as https://tools.example/registry.'],
])('%s is none, and what it has in it is not repeated', (text, problem) => {
  expect(parseRemoteAddress(text)).toBe(problem);
});

test('no registry counts by itself; what is asked for comes before the environment', () => {
  const env = { ATIP_REGISTRY: 'https://one.example' };
  const two = { kind: 'at', address: { url: 'https://two.example', host: 'two.example' } };
  expect(readRemoteSetting({}, undefined)).toStrictEqual({ kind: 'unset' });
  expect(readRemoteSetting({ ATIP_REGISTRY: '' }, undefined)).toStrictEqual({ kind: 'unset' });
  expect(readRemoteSetting({ ATIP_REGISTRY: 'off' }, undefined)).toStrictEqual({ kind: 'off' });
  expect(readRemoteSetting(env, 'off')).toStrictEqual({ kind: 'off' });
  expect(readRemoteSetting(env, 'https://two.example/')).toStrictEqual(two);
  expect(readRemoteSetting({ ATIP_REGISTRY: 'http://one.example' }, undefined)).toStrictEqual({
    kind: 'unusable',
    problem: HTTPS,
  });
});
