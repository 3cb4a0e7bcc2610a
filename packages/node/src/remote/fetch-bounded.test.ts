import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startTestRegistry } from '../testing/registry-server.ts';
import { type FetchLimits, fetchBounded } from './remote-index.ts';

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
