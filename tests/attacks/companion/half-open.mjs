/**
 * By hand: how many of 100 requests with the token does a companion answer while strangers hold its connections, and how late?
 *
 *     npm run build && node tests/attacks/companion/half-open.mjs [head|silent|body] [CONNECTIONS]
 *
 * It starts a companion of its own, a process that opens CONNECTIONS (520) without a token and renews each as soon as it is
 * closed, and a process that asks as the owner does, each time on a new connection. Only 127.0.0.1 is attacked, for two minutes at most.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HOST = '127.0.0.1';
const REQUESTS = 100;
/** Ms after which the owner gives a request up. */
const PATIENCE = 10_000;
const LONGEST_ATTACK = 120_000;

/** What each connection says; none of it ever comes to its end. */
const SAYS = {
  silent: '',
  head: `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX-Half: `,
  body: `POST /api/v1/session HTTP/1.1\r\nHost: ${HOST}:PORT\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
};

const [role = 'head', count = '520', port, token] = process.argv.slice(2);
if (role === 'owner') await own(Number(port), token);
else if (port !== undefined) attack(role, Number(count), Number(port));
else await measure(role, count);

function attack(kind, connections, target) {
  let renewed = 0;
  const text = SAYS[kind].replace('PORT', String(target));
  const open = () => {
    const socket = connect(target, HOST, () => socket.write(text));
    socket.on('error', () => undefined);
    socket.resume().on('close', () => {
      renewed += 1;
      setImmediate(open);
    });
  };
  for (let at = 0; at < connections; at += 1) open();
  process.on('message', () => process.send({ renewed }, () => process.exit()));
  setTimeout(() => process.exit(), LONGEST_ATTACK);
}

async function own(target, secret) {
  const withToken = await askAll(target, '/api/v1/health', { authorization: `Bearer ${secret}` });
  const page = await askAll(target, '/', {});
  process.send({ withToken, page }, () => process.exit());
}

async function askAll(target, path, headers) {
  const late = [];
  let failed = 0;
  for (let at = 0; at < REQUESTS; at += 1) {
    const started = performance.now();
    if (await answers(target, path, headers)) late.push(performance.now() - started);
    else failed += 1;
  }
  late.sort((left, right) => left - right);
  const at = (share) => `${(late[Math.ceil(late.length * share) - 1] ?? Number.NaN).toFixed(1)} ms`;
  return { answered: REQUESTS - failed, median: at(0.5), p95: at(0.95), longest: at(1) };
}

function answers(target, path, headers) {
  return new Promise((resolve) => {
    const options = { host: HOST, port: target, path, headers, agent: false, timeout: PATIENCE };
    const request = get(options, (response) => {
      response.resume().on('close', () => resolve(response.complete && response.statusCode === 200));
    });
    request.on('error', () => resolve(false));
    request.on('timeout', () => request.destroy());
  });
}

async function measure(kind, connections) {
  const home = mkdtempSync(join(tmpdir(), 'atip-half-open-'));
  const { startCompanion } = await import('../../../server/dist/index.js');
  const env = { HOME: home, PATH: '/usr/bin:/bin' };
  const report = (error) => process.stderr.write(`${error}\n`);
  const companion = await startCompanion({ port: 0, cwd: home, probes: [], env, tokenFile: true, report });
  const own = [new URL(companion.origin).port, readFileSync(companion.tokenFile, 'utf8').trim()];
  const script = fileURLToPath(import.meta.url);
  const attacker = fork(script, [kind, connections, own[0]]);
  await wait(1500);
  const [answered] = await once(fork(script, ['owner', '0', ...own]), 'message');
  if (!attacker.connected) throw new Error('The attack came to its end before the requests did.');
  attacker.send('enough');
  const [attacked] = await once(attacker, 'message');
  process.stdout.write(`${JSON.stringify({ kind, connections, ...answered, ...attacked })}\n`);
  await companion.close();
  rmSync(home, { recursive: true });
}
