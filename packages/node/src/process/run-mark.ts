import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { systemErrorCode } from '../files/system-error.ts';

/** Every process of a run inherits this variable, also one that leaves its process group. */
export const RUN_MARK = 'ATIP_RUN';

/** So many processes can no system start within `SHORT_RUN`, so that its numbers came round. */
const MANY_PIDS = 1_000_000;
/** Ms. */
const SHORT_RUN = 10_000;
/** Ms that a killed process is waited for; longer stays only what hangs inside the kernel. */
const PATIENCE = 1_000;

/** The processes of one run, found by the mark in their environment. */
export interface MarkedProcesses {
  /** Sends a signal to each; says how many there were. */
  signal(name: 'SIGTERM' | 'SIGKILL'): number;
  /** Kills until none is left. */
  end(): Promise<void>;
}

/**
 * Finds processes that a run has started by its mark, wherever they went: another session, another parent, init.
 *
 * Limits: Linux only, elsewhere there are none. A process that replaced its environment, or became another user's, is not
 * found; only a sandbox holds such a one.
 * @param leader process id of the run's first process, which is not among them for being older
 */
export function findMarkedProcesses(mark: string, leader: number): MarkedProcesses {
  const needle = Buffer.from(`${RUN_MARK}=${mark}\0`);
  const started = performance.now();
  const signal = (name: 'SIGTERM' | 'SIGKILL'): number => {
    const oldest = performance.now() - started < SHORT_RUN ? oldestPossible(leader) : 0;
    return candidates(oldest).filter((pid) => isMarked(pid, needle) && send(pid, name)).length;
  };
  return {
    signal,
    async end() {
      const until = performance.now() + PATIENCE;
      while (signal('SIGKILL') > 0 && performance.now() < until) await wait(2);
    },
  };
}

let highest: number | undefined;

/** What a run starts has a higher number than its leader, unless the numbers came round meanwhile. */
function oldestPossible(leader: number): number {
  if (process.platform !== 'linux') return 0;
  highest ??= Number(readFileSync('/proc/sys/kernel/pid_max', 'latin1'));
  const latest = Number(readFileSync('/proc/loadavg', 'latin1').split(' ')[4]);
  return highest >= MANY_PIDS && latest >= leader ? leader : 0;
}

function candidates(oldest: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid >= oldest && pid !== process.pid);
}

function isMarked(pid: number, needle: Buffer): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(needle);
  } catch (error) {
    // Gone meanwhile, or another user's.
    if (systemErrorCode(error) === undefined) throw error;
    return false;
  }
}

function send(pid: number, name: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    return false;
  }
}
