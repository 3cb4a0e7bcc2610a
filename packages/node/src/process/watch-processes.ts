import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ExecutionError } from '@atip/core/execute';
import { onExit, signals } from 'signal-exit';
import { systemErrorCode } from '../files/system-error.ts';

/** Every child process of a run inherits this variable, even if it leaves the process group. */
export const RUN_MARK = 'ATIP_RUN';
/**
 * The same for the sandbox's process: it is killed with the run, but never gets SIGTERM, because all processes in it
 * would end too.
 */
export const HOLDER_MARK = 'ATIP_HOLDER';

/** Ms of a run too short for process numbers to wrap around. */
const SHORT_RUN = 1_000;
/** Ms to wait for a killed process; only one that hangs in the kernel, or runs as another user, stays longer. */
const PATIENCE = 1_000;

/**
 * Node ignores SIGXFSZ, so that a write beyond the size limit is an error. When signal-exit stops listening to it, the
 * default returns: the next such write would kill this process.
 */
const AT_LIMIT = signals.indexOf('SIGXFSZ');
if (AT_LIMIT >= 0) signals.splice(AT_LIMIT, 1);

type EndSignal = 'SIGTERM' | 'SIGKILL';

/** All processes of one run, even in another process group or session, or with another parent. */
interface RunProcesses {
  /** Sends SIGTERM, and kills them after the grace period. */
  stop(): void;
  /** Kills them after a number of ms, regardless of earlier requests. */
  killAfter(ms: number): void;
  /** Resolves when processes survive being killed for a second. */
  readonly givenUp: Promise<void>;
  /**
   * Kills until none is left. @throws ExecutionError when processes could not be searched, for example because no file
   * can be opened
   */
  end(): Promise<void>;
}

/**
 * Watches the processes of a run: they end at the latest with this process, unless that gets SIGKILL. Limits: processes
 * that left the group are found only on Linux, and not if they replaced their environment or run as another user; only
 * a sandbox contains those. @param leader the first process, which leads its own process group (on Windows only it is
 * reached) @param held the sandbox ends with its first process and everything in it: so SIGTERM goes to the processes
 * inside
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

/** False: all have ended, or belong to another user, whom our signals do not reach. */
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

/**
 * Finds processes by the mark in their environment. `signal` returns how many got it, and never throws a system error.
 */
function findMarked(mark: string, leader: number) {
  const needles = [RUN_MARK, HOLDER_MARK].map((name) => Buffer.from(`${name}=${mark}\0`));
  const started = performance.now();
  /** The system's code if the last search failed. */
  let blind: string | undefined;
  const signal = (name: EndSignal): number => {
    const wanted = name === 'SIGTERM' ? needles.slice(0, 1) : needles;
    blind = undefined;
    try {
      // A run's processes have higher numbers than its leader, unless the numbers wrapped around.
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
    throw new ExecutionError(`The program has ended, but it is unknown whether it left others running (${blind}).`);
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

/** Ended meanwhile, or belongs to another user. */
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
