import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ExecutionError } from '@atip/core';
import { systemErrorCode } from '../files/system-error.ts';

/** Every process of a run inherits this variable, also one that leaves its process group. */
export const RUN_MARK = 'ATIP_RUN';
/** The same for what holds a run: it is ended with the run, but never asked to end, since all in it would end with it. */
export const HOLDER_MARK = 'ATIP_HOLDER';

/** So many processes can no system start within `SHORT_RUN`, so that its numbers came round. */
const MANY_PIDS = 1_000_000;
/** Ms. */
const SHORT_RUN = 10_000;
/** Ms that a killed process is waited for; longer stays only what hangs inside the kernel. */
const PATIENCE = 1_000;

/** The processes of one run, found by the mark in their environment. */
export interface MarkedProcesses {
  /** Sends a signal to each; says how many there were. Never throws: it is called where nobody could catch. */
  signal(name: 'SIGTERM' | 'SIGKILL'): number;
  /**
   * Kills until none is left.
   *
   * @throws ExecutionError when nobody could be looked for, as when no file can be opened any more
   */
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
  const needles = [RUN_MARK, HOLDER_MARK].map((name) => Buffer.from(`${name}=${mark}\0`));
  const started = performance.now();
  /** The system's code when the last look failed. */
  let blind: string | undefined;
  const signal = (name: 'SIGTERM' | 'SIGKILL'): number => {
    const wanted = name === 'SIGTERM' ? needles.slice(0, 1) : needles;
    blind = undefined;
    try {
      const oldest = performance.now() - started < SHORT_RUN ? oldestPossible(leader) : 0;
      return candidates(oldest).filter((pid) => isMarked(pid, wanted) && send(pid, name)).length;
    } catch (error) {
      blind = systemErrorCode(error);
      if (blind === undefined) throw error;
      return 0;
    }
  };
  return {
    signal,
    async end() {
      const until = performance.now() + PATIENCE;
      while ((signal('SIGKILL') > 0 || blind !== undefined) && performance.now() < until) await wait(2);
      if (blind === undefined) return;
      throw new ExecutionError(
        `The program has ended, but whether it left others running could not be seen (${blind}).`,
      );
    },
  };
}

const OUT_OF_SIGHT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EIO']);

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

function isMarked(pid: number, needles: readonly Buffer[]): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    return needles.some((needle) => environment.includes(needle));
  } catch (error) {
    // Gone meanwhile, or another user's.
    if (!OUT_OF_SIGHT.has(systemErrorCode(error))) throw error;
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
