// needs: bwrap
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { childEnvironment } from '../../packages/node/src/process/child-environment.ts';
import { executeCommand } from '../../packages/node/src/process/execute-command.ts';
import type { WrapLaunch } from '../../packages/node/src/process/launch-types.ts';
import { createSandbox } from '../../packages/node/src/sandbox/create-sandbox.ts';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

const NODE = realpathSync(process.execPath);

/** The tool's own document. */
const CLAIMS = { network: false, filesystem: { read: true, write: false, delete: false } };

type Outcomes = Readonly<Record<string, 'done' | 'stopped'>>;

/** Not in /tmp, which is empty in a sandbox: here only what the sandbox does about it stops anything. */
async function prepare(): Promise<AttackGround> {
  const directory = await createDirectoryOutsideTmp();
  const ground = await createAttackGround(directory.path);
  onTestFinished(async () => {
    await ground.remove();
    await directory.remove();
  });
  return ground;
}

async function attack(ground: AttackGround, env: Record<string, string>, wrap?: WrapLaunch): Promise<Outcomes> {
  const outcome = await executeCommand([NODE, ground.script, JSON.stringify(ground.targets)], {
    cwd: ground.cwd,
    env,
    timeout: 30_000,
    maxOutput: 1_048_576,
    ...(wrap && { wrap }),
  });
  expect(outcome.stderr).toBe('');
  const said: Record<string, string> = JSON.parse(outcome.stdout);
  const seen = await ground.seen();
  // Only effects visible from outside count; a tool may write where nothing outlives it, and believe that it did harm.
  const happened = Object.entries(said).map(([name, answer]) => [name, seen[name] ?? answer === 'done']);
  return Object.fromEntries(happened.map(([name, done]) => [name, done ? 'done' : 'stopped']));
}

/** Attempts that fail on some machines even without a sandbox. */
function impossible(ground: AttackGround): string[] {
  const root = process.getuid?.() === 0;
  const typing = root || readFileSync('/proc/sys/dev/tty/legacy_tiocsti', 'utf8').trim() === '1';
  return [
    ...(ground.hasIpv6 ? [] : ['connect to ::1']),
    ...(root ? [] : ['write a setting of the kernel']),
    ...(typing ? [] : ['type into a terminal']),
  ];
}

test('a tool that lies about what it does is stopped, whatever it tries', async () => {
  const free = await prepare();
  const without = await attack(free, { ...childEnvironment(process.env), HOME: free.home, PLANTED: free.mark });

  const held = await prepare();
  vi.stubEnv('PLANTED', held.mark);
  const sandbox = await createSandbox({ env: { HOME: held.home } });
  expect(sandbox.status).toMatchObject({ available: true });
  const plan = await sandbox.plan({
    ...{ executable: NODE, foundAs: NODE, cwd: held.cwd, home: held.home },
    // The home is open, so that nothing is stopped only because it is not there.
    ...{ effects: CLAIMS, writableRoots: [held.cwd], readable: ['~'] },
  });
  const env = { ...childEnvironment(process.env), HOME: held.home };
  vi.unstubAllEnvs();
  const withSandbox = await attack(held, env, plan.wrap);

  const expected = Object.keys(without).map((name) => [name, impossible(free).includes(name) ? 'stopped' : 'done']);
  expect(expected.length).toBeGreaterThanOrEqual(31);
  expect(without).toStrictEqual(Object.fromEntries(expected));
  expect(withSandbox).toStrictEqual(Object.fromEntries(expected.map(([name]) => [name, 'stopped'])));
});

/** The targets of one tool: a home directory, listeners and processes made for it. */
interface AttackGround {
  readonly home: string;
  readonly cwd: string;
  readonly script: string;
  readonly mark: string;
  /** For the tool, as JSON. */
  readonly targets: object;
  readonly hasIpv6: boolean;
  /** The effects visible from outside. */
  seen(): Promise<Readonly<Record<string, boolean>>>;
  remove(): Promise<void>;
}

/** System calls by number: x86-64 and arm64. */
const CALLS: Readonly<Record<string, object>> = {
  x64: { unshare: 272, mount: 165, ptrace: 101, keyctl: 250 },
  arm64: { unshare: 97, mount: 40, ptrace: 117, keyctl: 219 },
};

const DATAGRAMS = `use Socket; $| = 1; socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, pack_sockaddr_un($ARGV[0])) or die "$!";
  print "ready"; recv(S, my $b, 9, 0); print "received"`;

/** Makes the ground in an empty directory. */
async function createAttackGround(home: string): Promise<AttackGround> {
  const mark = `atip-attack-${randomUUID()}`;
  const cwd = join(home, 'project');
  const script = layFiles(home, cwd, mark);
  const arrived = new Set<string>();
  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
  const tcp4 = await listen({ host: '127.0.0.1', port: 0 }, () => arrived.add('connect to 127.0.0.1'));
  const tcp6 = hasIpv6 ? await listen({ host: '::1', port: 0 }, () => arrived.add('connect to ::1')) : undefined;
  const local = await listen({ path: join(home, 'socket') }, () => arrived.add('connect to a Unix socket'));
  const abstract = await listen({ path: `\0${mark}` }, () => arrived.add('connect to an abstract Unix socket'));
  const udp = await listenUdp((text) => text === 'attack' && arrived.add('send a datagram to 127.0.0.1'));
  const dns = await listenUdp((text) => text.includes('exfiltrated') && arrived.add('ask a name server'));
  const datagrams = spawn('perl', ['-e', DATAGRAMS, join(home, 'datagram')], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(datagrams.stdout, 'data');
  datagrams.stdout.on('data', () => arrived.add('send from a socket pair to a Unix socket'));
  const env = { PLANTED: mark };
  const victim = spawn('/bin/sleep', ['600'], { env, stdio: 'ignore' });
  const bystander = spawn('/bin/sleep', ['601'], { env, stdio: 'ignore' });
  const key = randomInt(1, 2 ** 31);
  return {
    home,
    cwd,
    script,
    mark,
    hasIpv6,
    targets: {
      ...{ cwd, home, mark, key, pid: victim.pid, seen: bystander.pid, seenLine: '601', calls: CALLS[process.arch] },
      ...{ tcp4: portOf(tcp4), tcp6: tcp6 ? portOf(tcp6) : 9, udp: udp.address().port, dns: dns.address().port },
      ...{ socket: join(home, 'socket'), datagram: join(home, 'datagram') },
    },
    async seen() {
      await Promise.all([flush(udp), flush(dns)]);
      return {
        ...Object.fromEntries(NETWORK.map((name) => [name, arrived.has(name)])),
        ...changedFiles(home, cwd, mark),
        'end a process of ours': await hasEnded(victim),
        'leave a daemon': await stayed(mark),
        'leave shared memory': sharedMemory().includes(key),
      };
    },
    async remove() {
      for (const child of [victim, bystander, datagrams]) child.kill('SIGKILL');
      for (const pid of daemons(mark)) process.kill(pid, 'SIGKILL');
      rmSync(`/dev/shm/${mark}`, { force: true });
      spawnSync('perl', ['-e', 'my $id = shmget($ARGV[0], 0, 0); shmctl($id, 0, 0) if defined $id', String(key)]);
      for (const listener of [tcp4, tcp6, local, abstract, udp, dns]) listener?.close();
    },
  };
}

const NETWORK: readonly string[] = [
  ...['connect to 127.0.0.1', 'connect to ::1', 'send a datagram to 127.0.0.1', 'ask a name server'],
  ...['connect to a Unix socket', 'connect to an abstract Unix socket', 'send from a socket pair to a Unix socket'],
];

function layFiles(home: string, cwd: string, mark: string): string {
  for (const path of ['project/.git/hooks', '.ssh', 'keys', '.local/state/agent-tools']) {
    mkdirSync(join(home, path), { recursive: true });
  }
  for (const name of ['delete', 'rename', 'chmod', 'truncate'])
    writeFileSync(join(cwd, name), 'content', { mode: 0o600 });
  for (const name of ['.ssh/id_rsa', 'keys/linked', '.npmrc', '.local/state/agent-tools/token']) {
    writeFileSync(join(home, name), mark);
  }
  symlinkSync('../keys/linked', join(home, '.ssh/linked'));
  const script = join(home, 'lying-tool.mjs');
  copyFileSync(fileURLToPath(new URL('lying-tool.mjs', import.meta.url)), script);
  return script;
}

function changedFiles(home: string, cwd: string, mark: string): Record<string, boolean> {
  return {
    'write into the working directory': existsSync(join(cwd, 'planted')),
    'write into the home directory': existsSync(join(home, 'planted')),
    'write .git/hooks': existsSync(join(cwd, '.git/hooks/pre-commit')),
    'delete a file': !existsSync(join(cwd, 'delete')),
    'rename a file': existsSync(join(cwd, 'renamed')),
    'change the mode of a file': (statSync(join(cwd, 'chmod')).mode & 0o777) === 0o777,
    'truncate a file': readFileSync(join(cwd, 'truncate'), 'utf8') === '',
    'leave a file in /dev/shm': existsSync(`/dev/shm/${mark}`),
  };
}

async function listen(where: { host: string; port: number } | { path: string }, onConnection: () => void) {
  const server = createServer((connection) => {
    onConnection();
    connection.destroy();
  });
  server.listen(where);
  await once(server, 'listening');
  return server;
}

async function listenUdp(onText: (text: string) => void) {
  const socket = createSocket('udp4', (message) => onText(message.toString('latin1')));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Datagrams of one machine stay in order, so what was sent before has arrived. */
async function flush(socket: ReturnType<typeof createSocket>): Promise<void> {
  const arrived = once(socket, 'message');
  socket.send('last', socket.address().port, '127.0.0.1');
  await arrived;
}

/** A process that gets a second signal, one that it can see, has had the time to end from the first. */
async function hasEnded(child: ChildProcess): Promise<boolean> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return child.signalCode === 'SIGTERM';
}

/** Bubblewrap says that its program ended before the kernel has ended all that it started: a busy machine takes its time. */
async function stayed(mark: string): Promise<boolean> {
  for (let wait = 0; wait < 3000 && daemons(mark).length > 0; wait += 50) await setTimeout(50);
  return daemons(mark).length > 0;
}

/** Processes that have the daemon's mark on their command line. */
function daemons(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(`daemon-${mark}\0`))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch (error) {
    // It ended between the two looks.
    expect(error).toMatchObject({ code: expect.stringMatching(/ENOENT|ESRCH/) });
    return '';
  }
}

function sharedMemory(): number[] {
  const lines = readFileSync('/proc/sysvipc/shm', 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => Number(line.trim().split(/\s+/)[0]));
}
