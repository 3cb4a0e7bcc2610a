import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ExecutionError } from '@atip/core';
import { onExit, signals } from 'signal-exit';
import { systemErrorCode } from '../files/system-error.ts';

/** Every process of a run inherits this variable, also one that leaves its process group. */
export const RUN_MARK = 'ATIP_RUN';
/** The same for what holds a run: it is ended with the run, but never asked to end, since all in it would end with it. */
export const HOLDER_MARK = 'ATIP_HOLDER';

/** Ms of a run in which no system starts so many processes that their numbers come round. */
const SHORT_RUN = 1_000;
/** Ms that a killed process is waited for; only one that hangs inside the kernel, or became another user's, stays longer. */
const PATIENCE = 1_000;

/**
 * Node ignores SIGXFSZ, so that a write beyond the size limit is an error. When signal-exit stops listening to it, the default
 * comes back: the next such write would kill this process.
 */
const AT_LIMIT = signals.indexOf('SIGXFSZ');
if (AT_LIMIT >= 0) signals.splice(AT_LIMIT, 1);

type EndSignal = 'SIGTERM' | 'SIGKILL';

/** All processes of one run, wherever they went: another process group, another session, another parent. */
export interface RunProcesses {
  /** Asks them to end, and kills them after the grace. */
  stop(): void;
  /** Kills them after a number of ms, whatever was asked of them before. */
  killAfter(ms: number): void;
  /** Resolves when processes outlived being killed by a second. */
  readonly givenUp: Promise<void>;
  /** Kills until none is left. @throws ExecutionError when nobody could be looked for, as when no file can be opened any more */
  end(): Promise<void>;
}

/**
 * Watches the processes of a run: they end with this process at the latest, however it exits short of SIGKILL.
 * Limits: processes that left the group are found on Linux only, and there not when they replaced their environment or became
 * another user's; only a sandbox holds such a one.
 * @param leader the first process, which leads a process group of its own (on Windows it alone is reached)
 * @param held the sandbox ends with its first process and all in it: SIGTERM goes to what runs inside instead
 */
export function watchProcesses(mark: string, leader: number, held: boolean, killGrace: number): RunProcesses {
  const marked = findMarked(mark, leader);
  let giveUp: () => void;
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const later = (ms: number, action: () => void): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(action, ms);
  };
  const signal = (name: EndSignal): void => {
    if (held && name === 'SIGTERM' && marked.signal(name) > 0) return;
    signalGroup(leader, name);
    if (!held || name === 'SIGKILL') marked.signal(name);
  };
  const kill = (): void => {
    signal('SIGKILL');
    later(PATIENCE, giveUp);
  };
  const unwatch = onExit(() => signal('SIGKILL'));
  return {
    givenUp,
    killAfter: (ms) => later(ms, kill),
    stop() {
      signal('SIGTERM');
      later(killGrace, kill);
    },
    async end() {
      isOver = true;
      clearTimeout(timer);
      signalGroup(leader, 'SIGKILL');
      await marked.end().finally(unwatch);
    },
  };
}

function signalGroup(leader: number, name: EndSignal): void {
  send(process.platform === 'win32' ? leader : -leader, name);
}

/** False: all gone, or another user's by now, whom no signal of ours reaches. */
function send(pid: number, name: EndSignal): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    return false;
  }
}

/** Finds processes by the mark in their environment. `signal` says how many got it, and never throws for a system error. */
function findMarked(mark: string, leader: number) {
  const needles = [RUN_MARK, HOLDER_MARK].map((name) => Buffer.from(`${name}=${mark}\0`));
  const started = performance.now();
  /** The system's code when the last look failed. */
  let blind: string | undefined;
  const signal = (name: EndSignal): number => {
    const wanted = name === 'SIGTERM' ? needles.slice(0, 1) : needles;
    blind = undefined;
    try {
      // A run's processes have higher numbers than its leader, unless the numbers came round meanwhile.
      const oldest = performance.now() - started < SHORT_RUN && latestProcess() >= leader ? leader : 0;
      return processesFrom(oldest).filter((pid) => isMarked(pid, wanted) && send(pid, name)).length;
    } catch (error) {
      blind = systemErrorCode(error);
      if (blind === undefined) throw error;
      return 0;
    }
  };
  const end = async (): Promise<void> => {
    const until = performance.now() + PATIENCE;
    while ((signal('SIGKILL') > 0 || blind !== undefined) && performance.now() < until) await wait(2);
    if (blind === undefined) return;
    throw new ExecutionError(`The program has ended, but whether it left others running could not be seen (${blind}).`);
  };
  return { signal, end };
}

function latestProcess(): number {
  return process.platform === 'linux' ? Number(readFileSync('/proc/loadavg', 'latin1').split(' ')[4]) : 0;
}

function processesFrom(oldest: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid >= oldest && pid !== process.pid);
}

/** Gone meanwhile, or another user's. */
const OUT_OF_SIGHT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EIO']);

function isMarked(pid: number, needles: readonly Buffer[]): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    return needles.some((needle) => environment.includes(needle));
  } catch (error) {
    if (!OUT_OF_SIGHT.has(systemErrorCode(error))) throw error;
    return false;
  }
}
