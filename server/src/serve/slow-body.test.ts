import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createCompanionApp } from '../companion-app.ts';
import { createTestPorts } from '../testing/test-ports.ts';
import { CONNECTION_LIMITS, listen } from './listen.ts';

test.each([
  ['with its length', 'Content-Length: 1000', '{'],
  ['in chunks', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
])('a body that comes too slowly is no failure of the companion, which goes on: %s', async (_name, framing, part) => {
  const listening = { port: 0 };
  const allowed = () => ({ hosts: [`127.0.0.1:${listening.port}`], origins: [] });
  const ports = await createTestPorts({ allowed });
  const limits = { ...CONNECTION_LIMITS, checkEvery: 20, request: 150, headers: 150 };
  const server = await listen(createCompanionApp(ports).fetch, { port: 0, address: '127.0.0.1', limits });
  onTestFinished(() => server.close());
  listening.port = server.port;
  const socket = connect(server.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    `POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${part}`,
  );
  await once(socket, 'close');
  expect(answer.slice(0, 12)).toBe('HTTP/1.1 408');
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"code":"wrong"}' };
  expect((await fetch(`http://127.0.0.1:${server.port}/api/v1/session`, init)).status).toBe(401);
  expect(ports.reported).toStrictEqual([]);
});
