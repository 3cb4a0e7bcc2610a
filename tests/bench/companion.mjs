// Requests to the companion, as its processor time over that of a server of Hono alone that answers with the same JSON.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ticksOf } from './measure.mjs';

const COUNT = 1_500;

export async function measureCompanion(atip, home) {
  const env = { PATH: process.env.PATH, HOME: home };
  const own = await serve([atip, 'serve', '--port', '0', '--token-file', '--no-open'], env, home);
  const token = readFileSync(own.tokenFile, 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const requests = {
    'GET /tools/:name': ['/api/v1/tools/jq', { headers }],
    'POST /compile': [
      '/api/v1/compile',
      {
        method: 'POST',
        headers,
        body: JSON.stringify({
          sources: [JSON.parse(readFileSync(new URL('jq.json', DOCUMENTS)))],
          provider: 'openai',
        }),
      },
    ],
  };
  const rows = [];
  for (const [name, [path, request]] of Object.entries(requests)) {
    const answer = await fetch(own.origin + path, request);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${text}`);
    const bare = await serve([join(import.meta.dirname, 'bare-hono.mjs')], { ...env, ANSWER: text }, home);
    const [ours, theirs] = [
      await timeOf(own, path, request),
      await timeOf(bare, request.method === 'POST' ? '/compile' : '/tools/jq', request),
    ];
    bare.child.kill();
    rows.push([`${name}, × bare Hono`, ours / theirs]);
  }
  rows.push(['memory after 1,000 calls / after 500', await growth(own, headers)]);
  own.child.kill();
  return rows;
}

const DOCUMENTS = new URL('../../packages/catalog/documents/', import.meta.url);

async function serve(args, env, cwd) {
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk) => (text += chunk));
  for await (const chunk of child.stdout) {
    text += chunk;
    const [, origin] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(text) ?? [];
    if (origin === undefined) continue;
    child.stdout.resume();
    await new Promise((done) => setTimeout(done, 300));
    return { child, origin, tokenFile: /(\/\S+\.token)/.exec(text)?.[1] };
  }
  throw new Error(`The server did not start: ${text}`);
}

async function timeOf({ child, origin }, path, request) {
  const send = async (count) => {
    for (let at = 0; at < count; at += 1) await (await fetch(origin + path, request)).arrayBuffer();
  };
  await send(300);
  const before = ticksOf(child.pid, 11);
  await send(COUNT);
  return ticksOf(child.pid, 11) - before;
}

/** Resident memory after 1,000 checked calls, over that after 500. */
async function growth({ child, origin }, headers) {
  const body = JSON.stringify({ call: { id: '1', name: 'jq', arguments: { filter: '.' } } });
  const resident = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'latin1'))[1]);
  const half = async () => {
    for (let at = 0; at < 500; at += 1) {
      const answer = await fetch(`${origin}/api/v1/calls/check`, { method: 'POST', headers, body });
      if (answer.status !== 200) throw new Error(`check: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
    return resident();
  };
  const first = await half();
  return (await half()) / first;
}
