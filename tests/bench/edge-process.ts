import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { wranglerOptions } from '../edge/read-wrangler.ts';

/** A Worker in a workerd of its own. */
export interface WorkerProcess {
  /** Reaches the Worker itself, without the proxy that miniflare puts before it. */
  readonly port: number;
  /** Seconds of processor time that its workerd has used. */
  cpuSeconds(): number;
  /** Resident memory of its workerd, bytes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

/** Kernel's clock ticks in a second; Linux has had this value on every platform that Node runs on. */
const TICKS = 100;

/** The built edge Worker, with the settings that it is deployed with. */
export function startEdge(): Promise<WorkerProcess> {
  return start(wranglerOptions(undefined, resolve('server')));
}

/** A Worker with the same bindings that reads the body and answers with the same bytes each time: the least that one can do. */
export function startFixed(answer: string): Promise<WorkerProcess> {
  const script = `const answer = new TextEncoder().encode(${JSON.stringify(answer)});
    const headers = { 'content-type': 'application/json' };
    export default { async fetch(request) { await request.arrayBuffer(); return new Response(answer, { headers }); } };`;
  const path = resolve('node_modules/.cache/bench/fixed.js');
  return start({
    ...wranglerOptions(undefined, resolve('server')),
    modules: [{ type: 'ESModule', path, contents: script }],
  } as MiniflareOptions);
}

async function start(options: MiniflareOptions): Promise<WorkerProcess> {
  const before = new Set(workerds());
  const miniflare = new Miniflare({
    ...options,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    host: '127.0.0.1',
    port: 0,
  } as MiniflareOptions);
  await miniflare.ready;
  const pid = workerds().find((one) => !before.has(one));
  if (pid === undefined) throw new Error('No new workerd is running.');
  const { port } = await miniflare.unsafeGetDirectURL();
  return {
    port: Number(port),
    cpuSeconds: () => {
      // What follows the name, which may hold blanks: state is the first field, user and system time the 12th and 13th.
      const fields = statOf(pid).split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / TICKS;
    },
    residentBytes: () => {
      const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return Number(kib) * 1024;
    },
    stop: () => miniflare.dispose(),
  };
}

/** Process numbers of every workerd of this machine. */
function workerds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name)).includes('(workerd)'))
    .map(Number);
}

/** Empty when the process ended meanwhile. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}
