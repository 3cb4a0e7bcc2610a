import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import {
  realpathSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ExecutionError } from '@atip/core/execute';
import { systemErrorCode } from '../files/system-error.ts';
import { executeCommand } from '../process/execute-command.ts';
import { HolderError } from '../process/launch-types.ts';
import type { SandboxCheck, SandboxPlan, SandboxRequest } from './sandbox.ts';

export interface CanaryOutcome {
  readonly checks: readonly SandboxCheck[];
  readonly failure?: string;
}

const CHECKS: Readonly<Record<string, { readonly tries: string; readonly mustWork?: true }>> = {
  'write-outside': { tries: 'Writing a file in a directory that is not writable' },
  'write-inside': { tries: 'Writing a file in a directory that is writable', mustWork: true },
  'write-scratch': { tries: 'Writing a temporary file', mustWork: true },
  'write-null': { tries: 'Writing to /dev/null', mustWork: true },
  'write-fifo': { tries: 'Writing into a named pipe of ours' },
  'read-hidden': { tries: 'Reading a hidden file' },
  tcp: { tries: 'Connecting to a port of ours on 127.0.0.1' },
  udp: { tries: 'Sending a datagram to a port of ours on 127.0.0.1' },
  'unix-socket': { tries: 'Connecting to a Unix socket of ours' },
  'abstract-socket': { tries: 'Connecting to an abstract Unix socket of ours' },
  signal: { tries: 'Sending a signal to us' },
  processes: { tries: 'Seeing our process' },
};

/** Ms; about 60 on an idle machine. */
const PATIENCE = 20_000;

/** Tests a sandbox from inside: each attempt must fail and have no effect outside, except those that `mustWork`. */
export async function runCanary(plan: (request: SandboxRequest) => Pick<SandboxPlan, 'wrap'>): Promise<CanaryOutcome> {
  const ground = await createCanaryGround();
  try {
    const executable = realpathSync(process.execPath);
    const { wrap } = plan({
      executable,
      foundAs: executable,
      cwd: ground.directory,
      // Nothing may be missing only because the home is emptied.
      home: join(ground.directory, 'no-home'),
      effects: { network: false, filesystem: { write: true, delete: true, paths: ['writable'] } },
      writableRoots: [join(ground.directory, 'writable')],
      hidden: [join(ground.directory, 'hidden')],
    });
    const outcome = await executeCommand([executable, '-e', CANARY_SCRIPT, JSON.stringify(ground.targets)], {
      env: {},
      timeout: PATIENCE,
      maxOutput: 65_536,
      wrap,
    });
    if (outcome.exitCode !== 0)
      return { checks: [], failure: outcome.stderr.trim() || `exit code ${outcome.exitCode}` };
    return { checks: judge(JSON.parse(outcome.stdout), await ground.seen()) };
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    return { checks: [], failure: error instanceof HolderError ? error.said : error.message };
  } finally {
    await ground.remove();
  }
}

function judge(answers: Readonly<Record<string, unknown>>, seen: Readonly<Record<string, boolean>>): SandboxCheck[] {
  return Object.entries(CHECKS).map(([name, { tries, mustWork = false }]) => {
    const answer = String(answers[name] ?? 'no answer');
    const happened = seen[name] ?? false;
    // Sending a datagram reports no result, and a pid may mean another process inside.
    const worked = name === 'udp' || name === 'signal' ? happened : answer === 'done' || happened;
    const passed = name in answers && (mustWork ? answer === 'done' && (happened || !(name in seen)) : !worked);
    const outside = name in seen ? `, and ${happened ? 'seen' : 'not seen'} outside` : '';
    return { name, passed, detail: `${tries}: ${answer} inside${outside}.` };
  });
}

/** Node script that runs in the sandbox. Prints the result of each attempt: `"done"`, or the error's code. */
export const CANARY_SCRIPT: string = `
const fs = require('node:fs');
const os = require('node:os');
const net = require('node:net');
const dgram = require('node:dgram');
const targets = JSON.parse(process.argv[1]);
// Opening a named pipe waits for a reader, unless this flag is set.
const OPEN_AT_ONCE = fs.constants.O_WRONLY | fs.constants.O_NONBLOCK;
const now = (attempt) => {
  try {
    return attempt() === false ? 'unseen' : 'done';
  } catch (error) {
    return error.code ?? String(error);
  }
};
const writeTemporary = () => {
  const directory = fs.mkdtempSync(os.tmpdir() + '/atip-canary-');
  fs.writeFileSync(directory + '/file', 'canary');
  fs.rmSync(directory, { recursive: true });
};
const connect = (options) =>
  new Promise((resolve) => {
    const done = (answer) => () => resolve(answer);
    const socket = net.connect(options, done('done'));
    socket.on('error', (error) => resolve(error.code ?? String(error)));
    socket.setTimeout(2000, done('no answer'));
  });
const send = (port) =>
  new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.on('error', (error) => resolve(error.code ?? String(error)));
    socket.send('canary', port, '127.0.0.1', (error) => resolve(error ? error.code : 'sent'));
  });
const same = (stat, other) => stat.slice(stat.lastIndexOf(')')).split(' ')[20] === other;
(async () => {
  const answers = {
    'write-outside': now(() => fs.writeFileSync(targets.outside, 'canary')),
    'write-inside': now(() => fs.writeFileSync(targets.inside, 'canary')),
    'write-scratch': now(writeTemporary),
    'write-null': now(() => fs.writeFileSync('/dev/null', 'canary')),
    'write-fifo': now(() => fs.writeSync(fs.openSync(targets.fifo, OPEN_AT_ONCE), 'canary')),
    'read-hidden': now(() => fs.readFileSync(targets.hidden)),
    tcp: await connect({ port: targets.tcp, host: '127.0.0.1' }),
    udp: await send(targets.udp),
    'unix-socket': await connect({ path: targets.socket }),
    'abstract-socket': await connect({ path: '\\0' + targets.abstract }),
    signal: now(() => process.kill(targets.pid, 'SIGURG')),
    processes: now(() => same(fs.readFileSync('/proc/' + targets.pid + '/stat', 'latin1'), targets.started)),
  };
  fs.writeSync(1, JSON.stringify(answers));
  process.exit(0);
})();
`;

interface CanaryTargets {
  readonly outside: string;
  readonly inside: string;
  /** A named pipe from which we read. */
  readonly fifo: string;
  readonly hidden: string;
  /** Ports of 127.0.0.1 on which we listen. */
  readonly tcp: number;
  readonly udp: number;
  readonly socket: string;
  /** Name of an abstract socket, without the NUL. */
  readonly abstract: string;
  /** This process, and its start time in ticks since boot: together they identify it. */
  readonly pid: number;
  readonly started: string;
}

interface CanaryGround {
  readonly directory: string;
  readonly targets: CanaryTargets;
  /** True for each attempt that took effect outside; resolves when everything sent has arrived. */
  seen(): Promise<Readonly<Record<string, boolean>>>;
  remove(): Promise<void>;
}

/** Creates files and opens sockets for the attempts of a sandboxed program. Linux only. */
async function createCanaryGround(): Promise<CanaryGround> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'atip-sandbox-')));
  try {
    return await layOut(directory);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

async function layOut(directory: string): Promise<CanaryGround> {
  for (const name of ['writable', 'hidden']) mkdirSync(join(directory, name));
  const files = {
    outside: join(directory, 'outside'),
    inside: join(directory, 'writable', 'inside'),
    hidden: join(directory, 'hidden', 'secret'),
    fifo: join(directory, 'fifo'),
  };
  writeFileSync(files.hidden, 'secret');
  const socket = join(directory, 'socket');
  const abstract = `atip-sandbox-${randomUUID()}`;
  const seen = { tcp: false, udp: false, 'unix-socket': false, 'abstract-socket': false, signal: false };
  const note = (name: keyof typeof seen) => (): void => {
    seen[name] = true;
  };
  const onSignal = note('signal');
  process.on('SIGURG', onSignal);
  const opened: (Server | Socket)[] = [];
  let reader: number | undefined;
  const stop = async (): Promise<void> => {
    process.off('SIGURG', onSignal);
    if (reader !== undefined) closeSync(reader);
    await Promise.all(opened.map(close));
  };
  try {
    await makeFifo(files.fifo);
    reader = openSync(files.fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const fifo = reader;
    const tcp = await listen({ port: 0, host: '127.0.0.1' }, note('tcp'), opened);
    await listen({ path: socket }, note('unix-socket'), opened);
    await listen({ path: `\0${abstract}` }, note('abstract-socket'), opened);
    const udp = await bind((message) => {
      if (message === 'canary') seen.udp = true;
    }, opened);
    const ports = { tcp: portOf(tcp), udp: udp.address().port };
    return {
      directory,
      targets: { ...files, ...ports, socket, abstract, pid: process.pid, started: startOf() },
      async seen() {
        await flush(udp);
        const written = { 'write-outside': existsSync(files.outside), 'write-inside': existsSync(files.inside) };
        return { ...seen, ...written, 'write-fifo': holdsBytes(fifo) };
      },
      async remove() {
        await stop();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    // An open server would keep this process alive.
    await stop();
    throw error;
  }
}

/** Not the PATH: mkfifo must be found even with an empty one. */
const SYSTEM_PROGRAMS = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin';

/** Uses the system's program: Node cannot make a pipe. */
async function makeFifo(path: string): Promise<void> {
  try {
    await promisify(execFile)('mkfifo', [path], { env: { PATH: SYSTEM_PROGRAMS } });
  } catch (error) {
    throw new ExecutionError('The program mkfifo, which every Linux has, could not make a named pipe.', {
      cause: error,
    });
  }
}

function holdsBytes(pipe: number): boolean {
  try {
    return readSync(pipe, new Uint8Array(1)) > 0;
  } catch (error) {
    // Empty, and still open for writing.
    if (systemErrorCode(error) !== 'EAGAIN') throw error;
    return false;
  }
}

/** @param opened receives the server before anything can fail. */
async function listen(
  where: { readonly port: number; readonly host: string } | { readonly path: string },
  onConnection: () => void,
  opened: (Server | Socket)[],
): Promise<Server> {
  const server = createServer((connection) => {
    onConnection();
    connection.destroy();
  });
  opened.push(server);
  server.listen(where);
  await once(server, 'listening');
  return server;
}

/** @param opened receives the socket before anything can fail. */
async function bind(onMessage: (message: string) => void, opened: (Server | Socket)[]): Promise<Socket> {
  const udp = createSocket('udp4', (message) => onMessage(String(message)));
  opened.push(udp);
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  return udp;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('A server on a port must have an address.');
  return address.port;
}

/** Local datagrams arrive in order: everything sent before this one has arrived before it. */
async function flush(udp: Socket): Promise<void> {
  const last = randomUUID();
  const arrived = new Promise<void>((resolve) => {
    udp.on('message', (message) => {
      if (String(message) === last) resolve();
    });
  });
  udp.send(last, udp.address().port, '127.0.0.1');
  await arrived;
}

async function close(listener: Server | Socket): Promise<void> {
  listener.close();
  await once(listener, 'close');
}

/** The 22nd field; the second, a name in parentheses, may contain spaces. */
function startOf(): string {
  const stat = readFileSync(`/proc/${process.pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
}
