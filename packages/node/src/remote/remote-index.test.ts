import { gzipSync } from 'node:zlib';
import { expect, test, onTestFinished } from 'vitest';
import { startTestRegistry } from '../testing/registry-server.ts';
import {
  parseRemoteIndex,
  parseRemoteAddress,
  readRemoteSetting,
  type FetchLimits,
  fetchBounded,
} from './remote-index.ts';

const SHA = 'a'.repeat(64);
const ENTRY = { sha256: SHA, size: 10 };
const index = (tools: unknown, version: unknown = 1): string => JSON.stringify({ 'atip-registry': version, tools });

test('of each entry digest and size count', () => {
  const read = parseRemoteIndex(index({ gh: { ...ENTRY, version: '2', trust: 'native' }, '[': ENTRY }));
  expect(read).toStrictEqual({
    tools: new Map([
      ['gh', ENTRY],
      ['[', ENTRY],
    ]),
    dropped: 0,
  });
});

test.each([
  ['../x', ENTRY],
  ['a/b', ENTRY],
  ['-rf', ENTRY],
  ['a\u202Eb', ENTRY],
  ['gh', null],
  ['gh', { ...ENTRY, sha256: `../../${'a'.repeat(58)}` }],
  ['gh', { ...ENTRY, sha256: SHA.toUpperCase() }],
  ['gh', { ...ENTRY, sha256: `${SHA}0` }],
  ['gh', { ...ENTRY, size: 0 }],
  ['gh', { ...ENTRY, size: 1.5 }],
  ['gh', { ...ENTRY, size: 4 * 1024 * 1024 + 1 }],
])('the entry %j: %j does not count, and the others do', (name, entry) => {
  expect(parseRemoteIndex(index({ [name]: entry, other: ENTRY }))).toStrictEqual({
    tools: new Map([['other', ENTRY]]),
    dropped: 1,
  });
});

test('__proto__ is a name like any other, and changes nothing', () => {
  const text = `{"atip-registry":1,"tools":{"__proto__":${JSON.stringify({ ...ENTRY, polluted: true })}}}`;
  expect(parseRemoteIndex(text)).toStrictEqual({ tools: new Map([['__proto__', ENTRY]]), dropped: 0 });
  expect(Object.keys(Object.prototype)).toStrictEqual([]);
});

test('an index with more than 20,000 names is refused whole', () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, 0]));
  expect(parseRemoteIndex(index(names(20_000)))).toStrictEqual({ tools: new Map(), dropped: 20_000 });
  expect(parseRemoteIndex(index(names(20_001)))).toBe('Its index.json has more than 20,000 tools.');
});

const NONE = 'Its index.json is not that of a registry.';
test.each([
  ['<html>', 'Its index.json is not JSON.'],
  ['null', NONE],
  [index([]), NONE],
  [index({}, 2), 'Its index.json is of a version other than 1.'],
])('%j is no index', (text, problem) => {
  expect(parseRemoteIndex(text)).toBe(problem);
});

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

async function prepare() {
  const server = await startTestRegistry();
  onTestFinished(server.stop);
  const get = (path: string, limits: Partial<FetchLimits> = {}) =>
    fetchBounded(`${server.url}/${path}`, { maxBytes: 1000, timeout: 5000, ...limits });
  return { server, get };
}

test('a body may have as many bytes as were allowed, and not one more', async () => {
  const { server, get } = await prepare();
  server.set('a', 'x'.repeat(1000));
  server.set('b', 'x'.repeat(1001));
  expect(await get('a')).toStrictEqual({ kind: 'bytes', bytes: Buffer.from('x'.repeat(1000)) });
  expect(await get('b')).toStrictEqual({ kind: 'failed', reason: 'It is larger than 1000 bytes.' });
});

test('a body without end is left when it is too long, and its connection ends', async () => {
  const { server, get } = await prepare();
  const closed = new Promise((resolve) => {
    server.set('endless', (_request, response) => {
      const write = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write);
      };
      response.once('close', resolve);
      write();
    });
  });
  expect(await get('endless')).toStrictEqual({ kind: 'failed', reason: 'It is larger than 1000 bytes.' });
  await closed;
});

test('what a small body inflates to is counted, not the body', async () => {
  const { server, get } = await prepare();
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  expect(bomb.length).toBeLessThan(25_000);
  server.set('bomb', (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  // Not the answer itself: a difference of 20 MB takes minutes to show.
  const answer = await get('bomb', { maxBytes: 100_000 });
  expect(answer.kind === 'failed' && answer.reason).toBe('It is larger than 100000 bytes.');
});

test.each([301, 307])('a redirect (%i) is not followed, wherever it leads', async (status) => {
  const { server, get } = await prepare();
  server.set('secret', 'metadata of the cloud');
  for (const location of [`${server.url}/secret`, 'http://169.254.169.254/', 'file:///etc/passwd']) {
    server.set('a', (_request, response) => response.writeHead(status, { location }).end());
    const reason = `It leads elsewhere (${status}), and redirects are not followed.`;
    expect(await get('a')).toStrictEqual({ kind: 'failed', reason });
  }
  expect(server.requests).toStrictEqual(['GET a', 'GET a', 'GET a']);
});

test.each([
  ['before its first byte', ''],
  ['byte by byte', 'x'],
])('a server that is slow %s is given up', async (_when, drop) => {
  const { server, get } = await prepare();
  server.set('slow', (_request, response) => {
    if (drop === '') return;
    response.writeHead(200);
    const timer = setInterval(() => response.write(drop), 20);
    response.once('close', () => clearInterval(timer));
  });
  expect(await get('slow', { timeout: 300 })).toStrictEqual({ kind: 'failed', reason: 'It took longer than 0.3 s.' });
});

test('whoever stops it gets the reason', async () => {
  const { server, get } = await prepare();
  const stop = new AbortController();
  server.set('slow', () => stop.abort(new Error('Stopped.')));
  await expect(get('slow', { signal: stop.signal })).rejects.toThrow('Stopped.');
  await expect(get('slow', { signal: stop.signal })).rejects.toThrow('Stopped.');
});

test('what is no answer is said: a status, a megabyte of headers, broken compression', async () => {
  const { server, get } = await prepare();
  expect(await get('nowhere')).toStrictEqual({ kind: 'failed', reason: 'It answers with status 404.' });
  server.set('big', (_request, response) => response.writeHead(200, { x: 'x'.repeat(1_000_000) }).end());
  const headers = 'It cannot be reached or read (UND_ERR_HEADERS_OVERFLOW).';
  expect(await get('big')).toStrictEqual({ kind: 'failed', reason: headers });
  server.set('broken', (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'));
  const broken = 'It cannot be reached or read (Z_DATA_ERROR).';
  expect(await get('broken')).toStrictEqual({ kind: 'failed', reason: broken });
});
