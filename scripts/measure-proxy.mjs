// `node scripts/measure-proxy.mjs`: what the proxy of a run costs whose policy names hosts, and what its start does.
//
// Reads what is built: `npx tsc -b tsconfig.build.json`. Needs bubblewrap and curl. A server of ours answers on 127.0.0.1, so
// that nothing but the proxy takes time. Figures are medians of rounds in which both ways take turns.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createToolMachine } from '../packages/node/dist/internal.js';
import { createSandbox } from '../packages/node/dist/index.js';

const REQUESTS = 100;
const ROUNDS = 7;

if (process.argv[2] === 'serve') {
  const answer = (response) => void response.end('x'.repeat(10_000));
  const server = createServer(({ url }, response) => {
    if (url.startsWith('/later')) setTimeout(answer, 20, response);
    else answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.send(server.address().port);
} else {
  const server = fork(import.meta.filename, ['serve']);
  const [port] = await once(server, 'message');
  await measure(port);
  server.kill();
}

async function measure(port) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const sandbox = await createSandbox();
  const machine = createToolMachine({ env, sandbox: async () => sandbox });
  const program = await machine.find('curl');
  const mapping = { path: [], effects: { network: true, filesystem: { read: true, write: false } } };
  const run = async (args, network) => {
    const options = { timeout: 60_000, maxOutput: 10_000_000, cwd: process.cwd(), call: { id: '1', mapping }, network };
    const { exitCode, duration, stderr } = await machine.run([program.foundAs, ...args], program, options);
    if (exitCode !== 0) throw new Error(stderr);
    return duration;
  };
  const listed = { allow: [`127.0.0.1:${port}`] };
  const url = `http://127.0.0.1:${port}/[1-${REQUESTS}]`;
  const tunnels = ['--silent', '--fail', '--proxytunnel', '--header', 'Connection: close'];
  const ways = {
    'start alone (curl --version)': ['--version'],
    [`${REQUESTS} plain requests`]: ['--silent', '--fail', url],
    [`${REQUESTS} tunnels`]: [...tunnels, url],
    [`${REQUESTS} tunnels to a server that takes 20 ms`]: [...tunnels, url.replace('[', 'later[')],
  };
  for (const [name, args] of Object.entries(ways)) {
    const direct = [];
    const proxied = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      direct.push(await run(args.filter((arg) => arg !== '--proxytunnel')));
      proxied.push(await run(args, listed));
    }
    const [one, other] = [direct, proxied].map(median);
    console.log(
      `${name}: direct ${one.toFixed(0)} ms, by proxy ${other.toFixed(0)} ms, ratio ${(other / one).toFixed(2)}`,
    );
  }
}

function median(numbers) {
  return numbers.toSorted((first, second) => first - second)[Math.floor(numbers.length / 2)];
}
