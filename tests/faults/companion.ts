import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type EventReader, readEvents } from '../../server/src/testing/read-events.ts';
import type { Machine, StartOptions } from './machine.ts';

/** A companion that serves, as a process of its own. */
export interface Companion {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly token: string;
  /** The process of Node itself; `child` may be what it runs in. */
  readonly pid: number;
  api(method: string, path: string, body?: unknown): Promise<Response>;
  /** Status and body as one text. */
  told(method: string, path: string, body?: unknown): Promise<string>;
  /** A call whose events are read one by one. */
  call(name: string): Promise<EventReader>;
  /** All that a call came to, as text. */
  run(name: string): Promise<string>;
  log(): string;
  /** SIGKILL to the companion itself, as an emergency of the system would. */
  murder(): Promise<void>;
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `atip serve` and opens a session by its link. @throws with what it said when it ends instead. */
export async function startCompanion(
  machine: Machine,
  options: StartOptions & { readonly args?: readonly string[] } = {},
): Promise<Companion> {
  const child = machine.start(['serve', '--port', '0', '--no-open', ...(options.args ?? [])], options);
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  if (child.stdout === null) throw new Error('Its output is a pipe.');
  const link = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (link.done === true) throw new Error(`The companion ended: ${log}`);
  const { origin, hash } = new URL(link.value);
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: hash.slice(3) }),
  };
  const { token }: { token: string } = await (await fetch(`${origin}/api/v1/session`, post)).json();
  const api: Companion['api'] = (method, path, body) =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const callOf = (name: string) => ({ call: { id: '1', name, arguments: {} } });
  const told: Companion['told'] = async (method, path, body) => {
    const response = await api(method, path, body);
    return `HTTP ${response.status} ${await response.text()}`;
  };
  return {
    ...{ child, origin, token, api, told, pid: await pidOf(machine, child) },
    call: async (name) => readEvents(await api('POST', '/calls', callOf(name))),
    run: (name) => told('POST', '/calls', callOf(name)),
    log: () => log,
    async murder() {
      const ended = once(child, 'exit');
      process.kill(await pidOf(machine, child), 'SIGKILL');
      await ended;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      process.kill(await pidOf(machine, child), 'SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

/** The process of this machine that runs the command line in `child`, or as `child`. */
async function pidOf({ atip }: Machine, child: ChildProcess): Promise<number> {
  const own = [child.pid ?? 0];
  for (const pid of own) {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (command.includes(atip) && !command[0]?.endsWith('bwrap')) return pid;
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      own.push(...readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number));
    }
  }
  throw new Error('The companion has no process.');
}
