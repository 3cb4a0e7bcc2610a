// needs: bwrap, curl
// A run whose policy names hosts: what it tries to reach anything else, each time without the guard first.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createListener, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import type { AtipTool, NetworkAttempt, NetworkRule } from '@atip/core';
import { createHost, createSandbox } from '@atip/node';
import { createMachine, runCall } from '@atip/node/internal';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectTo, createHostProxy } from '../../packages/node/src/network/run-network.ts';
import { createHostJudge, type HostJudge } from '../../packages/node/src/network/judge-host.ts';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

const SANDBOX = await createSandbox();
const ALLOW = ['good.test', '*.good.test'];
const PUBLIC = '93.184.215.14';
const OWN = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
/** An address of this machine that others reach, or loopback where it has none. */
const OWN_ADDRESS = OWN.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

/** Each further question about a name gets the next answer, the last one again and again. */
const NAMES: Readonly<Record<string, readonly string[][]>> = {
  'good.test': [[PUBLIC]],
  'loop.good.test': [['127.0.0.1']],
  'metadata.good.test': [['169.254.169.254']],
  'private.good.test': [['10.0.0.5', '192.168.1.1', '172.16.0.9']],
  'carrier.good.test': [['100.64.0.1']],
  'any.good.test': [['0.0.0.0']],
  'mapped.good.test': [['::ffff:127.0.0.1']],
  'nat64.good.test': [['64:ff9b::7f00:1']],
  'sixtofour.good.test': [['2002:7f00:1::1']],
  'local.good.test': [['fe80::1', 'fd00::1']],
  'own.good.test': [[OWN_ADDRESS]],
  'changing.good.test': [[PUBLIC], ['127.0.0.1']],
  'mixed.good.test': [['127.0.0.1', PUBLIC]],
  localhost: [['127.0.0.1']],
};

async function listenOn<Kind extends Server>(server: Kind): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

const answering =
  (word: string): RequestListener =>
  ({ headers, url }, response) => {
    if (url === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/' });
    response.shouldKeepAlive = false;
    response.end(`${word} ${headers.host} ${url}\n`);
  };

/** A host that may be reached, and one that stands for all others, this machine's own services among them. */
async function createGround() {
  const ally = await listenOn(createServer(answering('ALLY')));
  const secret = await listenOn(createServer(answering('SECRET')));
  const asked = new Map<string, number>();
  const resolve = async (name: string): Promise<readonly string[]> => {
    const answers = NAMES[name] ?? [['198.41.0.4']];
    const before = asked.get(name) ?? 0;
    asked.set(name, before + 1);
    return answers[Math.min(before, answers.length - 1)] ?? [];
  };
  const isAlly = (address: string | undefined, port: number) => address === PUBLIC && (port === 80 || port === 443);
  const portOf = (address: string | undefined, port: number) => (isAlly(address, port) ? ally : secret);
  const connectChecked: ConnectTo = ({ addresses, port }) => connect(portOf(addresses[0], port), '127.0.0.1');
  const ports = { resolve, connect: connectChecked };
  return { ally, secret, resolve, ports };
}

type Ground = Awaited<ReturnType<typeof createGround>>;

/** As a proxy without rules would do it: lets everything through, and asks for the address again when it connects. */
function naiveJudge({ resolve }: Ground): HostJudge {
  return async ({ host, port }) => {
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
    await resolve(name);
    const addresses = NAMES[name] ? await resolve(name) : [name];
    return { host: name, port, addresses };
  };
}

async function ask(ground: Ground, judge: HostJudge, requests: string) {
  const proxy = createHostProxy(judge, ground.ports.connect);
  const listener = createListener();
  proxy.serve(listener);
  const socket = connect(await listenOn(listener), '127.0.0.1');
  onTestFinished(proxy.close);
  socket.write(requests.replaceAll('\n', '\r\n'), 'latin1');
  return { said: await text(socket), attempts: proxy.attempts().listed };
}

const CLOSE = 'Connection: close\n\n';
const plain = (url: string, host = 'good.test'): string => `GET ${url} HTTP/1.1\nHost: ${host}\n${CLOSE}`;
const tunnel = (target: string): string =>
  `CONNECT ${target} HTTP/1.1\nHost: ${target}\n\nGET /x HTTP/1.1\nHost: good.test\n${CLOSE}`;

const BY_PROXY: readonly [trick: string, requests: string, refused?: NetworkAttempt['refused']][] = [
  ['an address', plain('http://127.0.0.1/'), 'address'],
  ['an address, in a tunnel', tunnel('127.0.0.1:443'), 'address'],
  ['the address of a cloud’s metadata', plain('http://169.254.169.254/latest/meta-data/'), 'address'],
  ['an address as one number', plain('http://2130706433/'), 'address'],
  ['an address in hexadecimal, shortened', tunnel('0x7f.1:443'), 'address'],
  ['an address in octal', plain('http://0177.0.0.1/'), 'address'],
  ['an IPv6 address', tunnel('[::1]:443'), 'address'],
  ['an IPv4 address wrapped in an IPv6 one', plain('http://[::ffff:127.0.0.1]/'), 'address'],
  ['a public address that no rule lists', tunnel('198.41.0.4:443'), 'address'],
  ['localhost', plain('http://localhost/'), 'host'],
  ['another host', tunnel('evil.test:443'), 'host'],
  ['a name that ends in a listed one', tunnel('evilgood.test:443'), 'host'],
  ['a name that begins with a listed one', tunnel('good.test.evil.test:443'), 'host'],
  ['a look-alike in another alphabet', tunnel('xn--gd-jlca.test:443'), 'host'],
  ['a host behind a listed name as its user', plain('http://good.test@evil.test/'), 'malformed'],
  ['a host behind a listed name as its user, in a tunnel', tunnel('good.test@evil.test:443'), 'malformed'],
  ['a tunnel’s target with a path', tunnel('evil.test/good.test:443'), 'malformed'],
  ['another scheme', plain('ftp://evil.test/'), 'malformed'],
  ['another port of a listed host', tunnel('good.test:22'), 'port'],
  ['a listed name for loopback', plain('http://loop.good.test/'), 'private'],
  ['a listed name for a cloud’s metadata', tunnel('metadata.good.test:443'), 'private'],
  ['a listed name for private addresses', tunnel('private.good.test:443'), 'private'],
  ['a listed name for a carrier’s addresses', tunnel('carrier.good.test:443'), 'private'],
  ['a listed name for no address', plain('http://any.good.test/'), 'private'],
  ['a listed name for a wrapped address', tunnel('mapped.good.test:443'), 'private'],
  ['a listed name for an address of NAT64', tunnel('nat64.good.test:443'), 'private'],
  ['a listed name for an address of 6to4', tunnel('sixtofour.good.test:443'), 'private'],
  ['a listed name for link-local addresses', tunnel('local.good.test:443'), 'private'],
  ['a listed name for an address of this machine', tunnel('own.good.test:443'), 'private'],
  ['a name that leads elsewhere the second time', plain('http://changing.good.test/')],
  ['a name that leads to two places', tunnel('mixed.good.test:443')],
  [
    'a second request on one connection',
    `GET http://good.test/1 HTTP/1.1\nHost: good.test\n\n${plain('http://evil.test/2')}`,
    'host',
  ],
];

test.each(BY_PROXY)('by the proxy: %s', async (_trick, requests, refused) => {
  const open = await createGround();
  expect((await ask(open, naiveJudge(open), requests)).said).toContain(refused === 'malformed' ? '' : 'SECRET');
  const ground = await createGround();
  const { said, attempts } = await ask(ground, createHostJudge(ALLOW, ground.resolve), requests);
  expect(said).not.toContain('SECRET');
  expect(said).toContain(refused === undefined ? 'ALLY' : '403');
  expect(attempts.map((attempt) => attempt.refused)).toContain(refused);
});

test.each([
  ['the Host of another name', plain('http://good.test/', 'evil.test'), 'ALLY good.test /'],
  [
    'a header that hides another',
    `GET http://good.test/ HTTP/1.1\nHost: x\nConnection: close, host\n\n`,
    'ALLY good.test /',
  ],
  [
    'a request hidden in the body of another',
    `POST http://good.test/1 HTTP/1.1\nHost: good.test\nContent-Length: 4\nTransfer-Encoding: chunked\n\n0\n\n${plain('http://evil.test/')}`,
    '400 Bad Request',
  ],
  ['a backslash in the target', plain('http://evil.test\\@good.test/'), '400 Bad Request'],
  ['a NUL in a header', `GET http://good.test/ HTTP/1.1\nHost: good.test\nX: a\u0000b\n${CLOSE}`, '400 Bad Request'],
])('what the proxy makes of %s', async (_trick, requests, answer) => {
  const ground = await createGround();
  const { said } = await ask(ground, createHostJudge(ALLOW, ground.resolve), requests);
  expect(said).toContain(answer);
  expect(said).not.toContain('evil');
});

const SHELL: AtipTool = {
  atip: { version: '0.4' },
  name: 'sh',
  version: '1',
  description: 'A tool that does what it is told',
  commands: {
    '': {
      description: 'Runs commands',
      options: [{ name: 'script', flags: ['-c'], type: 'string', description: 'Commands' }],
      effects: { network: true, destructive: false, filesystem: { read: true, write: false, delete: false } },
    },
  },
};

/** Runs a script as a tool's call, whole: check, sandbox, record. */
async function runScript(ground: Ground, script: string, network: NetworkRule) {
  const { path } = await createDirectoryOutsideTmp();
  const events: object[] = [];
  const env = { PATH: `${process.execPath.replace(/\/node$/, '')}:/usr/bin:/bin`, HOME: path };
  const log = { append: async (event: object) => events.push(event) };
  const host = createHost({
    tools: [SHELL],
    env,
    cwd: path,
    policy: { network, byTrust: false },
    sandbox: SANDBOX,
    networkPorts: ground.ports,
    record: { log, who: 'test' },
    timeout: 20_000,
  });
  const { raw } = (await runCall({ call: { id: '1', name: 'sh', arguments: { script } } }, host)).result;
  return { raw, said: raw.stdout + raw.stderr, recorded: events.at(-1) };
}

const TIMES = '--silent --show-error --max-time 5';

/** Scripts that go around the proxy, for the port and the name of a Unix socket of ours; each says SECRET if it came through. */
const AROUND: readonly [trick: string, script: (port: number, udp: number, socket: string) => string][] = [
  ['a program that asks no proxy', (port) => `curl ${TIMES} --noproxy '*' http://127.0.0.1:${port}/`],
  ['variables that are gone', (port) => `env -i PATH="$PATH" curl ${TIMES} http://127.0.0.1:${port}/`],
  ['NO_PROXY', (port) => `NO_PROXY='*' no_proxy='*' curl ${TIMES} http://127.0.0.1:${port}/`],
  ['an address of this machine', (port) => `curl ${TIMES} --noproxy '*' http://127.0.0.1:${port}/ --interface lo`],
  ['a socket of node', (port) => `node -e 'fetch("http://127.0.0.1:${port}/").then(r=>r.text()).then(console.log)'`],
  [
    'a datagram',
    (_port, udp) =>
      `node -e 'const s=require("dgram").createSocket("udp4");s.send("x",${udp},"127.0.0.1");s.on("message",m=>{console.log(String(m));s.close()});s.on("error",()=>s.close());setTimeout(()=>s.close(),2000).unref()'`,
  ],
  [
    'an abstract Unix socket',
    (_port, _udp, socket) =>
      `node -e 'require("net").connect("\\0${socket}").on("data",d=>console.log(String(d))).on("error",e=>console.log(e.code))'`,
  ],
];

test.each(AROUND)('around the proxy: %s', async (_trick, script) => {
  const ground = await createGround();
  const udp = createSocket('udp4', (_message, from) => udp.send('SECRET', from.port));
  await once(udp.bind(0, '127.0.0.1'), 'listening');
  const name = `atip-network-${ground.secret}`;
  const socket = createListener((client) => client.end('SECRET')).listen(`\0${name}`);
  onTestFinished(() => [udp, socket].forEach((one) => void one.close()));
  const written = script(ground.secret, udp.address().port, name);
  const without = await runScript(ground, written, 'all');
  // Unix sockets are closed to every sandboxed program.
  expect(without.said).toContain(written.includes(name) ? 'EPERM' : 'SECRET');
  for (const network of ['none', { allow: ALLOW }] as const) {
    expect((await runScript(ground, written, network)).said).not.toContain('SECRET');
  }
});

test('a listed host is reached by programs that take a proxy, redirects elsewhere are refused, and all is on record', async () => {
  const ground = await createGround();
  const script = `curl ${TIMES} http://GOOD.test./a; curl ${TIMES} --proxytunnel http://good.test/b; curl ${TIMES} https://evil.test/; curl ${TIMES} --location http://good.test/redirect; true`;
  const metadata =
    '169.254.169.254:80 was refused: an address is reached only when the policy field network.allow lists it.';
  const { raw, recorded } = await runScript(ground, script, { allow: ALLOW });
  expect(raw.stdout).toBe(`ALLY good.test. /a\nALLY good.test /b\n${metadata}\n`);
  expect(raw.stderr).toMatch(/403/);
  const connections = [
    { host: 'good.test', port: 80, count: 3 },
    { host: 'evil.test', port: 443, count: 1, refused: 'host' },
    { host: '169.254.169.254', port: 80, count: 1, refused: 'address' },
  ];
  expect(raw.sandbox).toMatchObject({ applied: true, network: false, connections });
  expect(raw.sandbox?.notes.slice(-3)).toStrictEqual(raw.notices);
  expect(recorded).toMatchObject({ event: 'execution', sandbox: { connections } });
  expect(raw.notices).toStrictEqual([
    'evil.test:443 was refused: the policy field network.allow does not list evil.test.',
    metadata,
    'A person can allow that in their configuration: "network": { "allow": ["good.test","*.good.test","evil.test"] }',
  ]);
});

test('a program that asks no proxy and fails is explained', async () => {
  const ground = await createGround();
  const script = `curl ${TIMES} --noproxy '*' http://good.test/`;
  const { raw } = await runScript(ground, script, { allow: ALLOW });
  expect(raw.reason).toContain('A program that takes no proxy from HTTPS_PROXY has no network here.');
  expect((await runScript(ground, script, 'none')).raw.reason).toBe(
    'The policy field "network" gives this run no network.',
  );
});

test('the channel by which the listener comes is closed to the program, and so is every other network', async () => {
  const open = `ls -l /proc/self/fd | grep -v /dev/null | grep -c socket:`;
  const elsewhere = '(unshare -Un true || nsenter --net=/proc/1/ns/net true) 2>/dev/null && echo elsewhere';
  const script = `${open}; ${elsewhere}; wc -l < /proc/net/dev; env | grep -c NODE_CHANNEL`;
  const { raw } = await runScript(await createGround(), script, { allow: ALLOW });
  // Standard error; two lines of headings and the loopback of the run's own network; no variable.
  expect(raw.stdout).toBe('1\n3\n0\n');
  expect(raw.sandbox?.connections).toStrictEqual([]);
});

test('without a sandbox nothing runs under a rule about the network', async () => {
  const machine = createMachine({ env: { PATH: '/usr/bin:/bin' } });
  for (const network of ['none', { allow: ALLOW }] as const) {
    expect(await machine.sandboxProblem('off', network)).toContain('The policy field "network" needs a sandbox');
    const program = { path: '/bin/true', foundAs: '/bin/true' };
    const run = machine.run(['/bin/true'], program, { sandbox: 'off', cwd: '/', timeout: 1, maxOutput: 1, network });
    await expect(run).rejects.toThrow('The policy field "network" needs a sandbox');
  }
});
