import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ExecutionError } from '@atip/core';
import { systemErrorCode } from '../files/system-error.ts';

/** What the program inside the sandbox is told to try. */
export interface CanaryTargets {
  /** A file that it must not be able to write. */
  readonly outside: string;
  /** A file that it must be able to write. */
  readonly inside: string;
  /** A named pipe from which we read; it must not be able to write into it. */
  readonly fifo: string;
  /** A file that it must not be able to read. */
  readonly hidden: string;
  /** Ports of 127.0.0.1 where we listen. */
  readonly tcp: number;
  readonly udp: number;
  readonly socket: string;
  /** Name of an abstract socket, without the NUL. */
  readonly abstract: string;
  /** We ourselves, and when we started in ticks since the machine did: together they mean no other process. */
  readonly pid: number;
  readonly started: string;
}

export interface CanaryGround {
  readonly directory: string;
  readonly targets: CanaryTargets;
  /** What arrived or is there, by the name of the check; everything that was sent has arrived when it resolves. */
  seen(): Promise<Readonly<Record<string, boolean>>>;
  remove(): Promise<void>;
}

/** Lays out files and opens sockets of ours for a program inside a sandbox to try. Linux only. */
export async function createCanaryGround(): Promise<CanaryGround> {
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
    // What still listened would keep this process from ever ending.
    await stop();
    throw error;
  }
}

/** Not the PATH: mkfifo is wanted also by whoever has an empty one. */
const SYSTEM_PROGRAMS = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin';

/** By the system's own program: Node cannot make one. */
async function makeFifo(path: string): Promise<void> {
  try {
    await promisify(execFile)('mkfifo', [path], { env: { PATH: SYSTEM_PROGRAMS } });
  } catch (error) {
    throw new ExecutionError('The program mkfifo, which every Linux has, could not make a named pipe.', {
      cause: error,
    });
  }
}

/** @param pipe a descriptor that does not wait */
function holdsBytes(pipe: number): boolean {
  try {
    return readSync(pipe, new Uint8Array(1)) > 0;
  } catch (error) {
    // Empty, and still open for writing.
    if (systemErrorCode(error) !== 'EAGAIN') throw error;
    return false;
  }
}

/** @param opened gets the server before anything can fail. */
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

/** @param opened gets the socket before anything can fail. */
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

/** Datagrams of one machine stay in order: what was sent before this one has arrived before it. */
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

function close(listener: Server | Socket): Promise<void> {
  return new Promise((resolve) => {
    listener.close(() => resolve());
  });
}

/** The 22nd field; the second, a name in parentheses, may hold spaces. */
function startOf(): string {
  const stat = readFileSync(`/proc/${process.pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
}
