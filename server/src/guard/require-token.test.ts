import { expect, test } from 'vitest';
import { createCompanionApp } from '../companion-app.ts';
import { createTestPorts, TEST_TOKEN } from '../testing/test-ports.ts';

async function prepare() {
  const ports = await createTestPorts();
  const app = createCompanionApp(ports);
  const ask = async (authorization?: string): Promise<[number, string | null]> => {
    const headers = { host: '127.0.0.1:4170', ...(authorization !== undefined && { authorization }) };
    const response = await app.request(new Request('http://127.0.0.1:4170/api/v1/health', { headers }));
    return [response.status, response.headers.get('retry-after')];
  };
  return { clock: ports.clock, app, ask };
}

test('wrong tokens beyond twenty in ten seconds are 429, and say when to come again; the right one is let in', async () => {
  const { clock, ask } = await prepare();
  for (let guess = 0; guess < 20; guess += 1) expect(await ask(`Bearer ${guess}`)).toStrictEqual([401, null]);
  clock.advance(1);
  expect(await ask('Bearer wrong')).toStrictEqual([429, '10']);
  clock.advance(7500);
  expect(await ask('Bearer wrong')).toStrictEqual([429, '3']);
  expect(await ask(`Bearer ${TEST_TOKEN}`)).toStrictEqual([200, null]);
  expect(await ask()).toStrictEqual([401, null]);
});

test('wrong codes beyond three say when to come again', async () => {
  const { app } = await prepare();
  const exchange = () =>
    app.request(
      new Request('http://127.0.0.1:4170/api/v1/session', {
        method: 'POST',
        headers: { host: '127.0.0.1:4170', 'content-type': 'application/json' },
        body: '{"code":"wrong"}',
      }),
    );
  const waits = [];
  for (let guess = 0; guess < 4; guess += 1) waits.push((await exchange()).headers.get('retry-after'));
  expect(waits).toStrictEqual([null, null, null, '10']);
});
