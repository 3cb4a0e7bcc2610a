import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { StopSignal } from '@atip/core';

export interface SupervisionSettings {
  /** Wall-clock bound in ms, > 0. */
  readonly timeout: number;
  /** Ms between asking a process to end and ending it. */
  readonly killGrace: number;
  readonly signal?: StopSignal | undefined;
  /** Reaches every process of the run, not only the first. */
  readonly kill: (signal: 'SIGTERM' | 'SIGKILL') => void;
}

export interface Supervision {
  /** Ends the run early: asks first, insists after the grace. */
  stop(): void;
  /** True when the run did not end by itself. */
  readonly stopped: boolean;
  /** True when the run was stopped because its time was over. */
  readonly timedOut: boolean;
  /** Resolves when the run is over. Never later than timeout + grace + 1.2 s, whatever the processes do. */
  readonly finished: Promise<void>;
}

/** Ms without output, after the first process ended, until its pipes are closed; a background process can hold them. */
const DRAIN = 200;
/** Ms of that in all, for a background process that keeps writing. */
const MAX_DRAIN = 1_000;
/** Ms of that when the run was stopped: what is left then is not waited for. */
const STOPPED_DRAIN = 400;
/** Ms until a process that outlived SIGKILL is given up: it became another user's, or hangs inside the kernel. */
const ABANDON = 1_000;
/** Longer timers fire at once in Node. */
const MAX_TIMER = 2_147_483_647;

/**
 * Watches a started process until it is over: by itself, by its time, or because somebody aborted it.
 *
 * Pipes that stay open are destroyed, so waiting for the end never waits for a grandchild. Whoever is left then is the caller's
 * to end.
 */
export function superviseProcess(
  child: Pick<ChildProcess, 'stdout' | 'stderr'> & Partial<Pick<ChildProcess, 'stdio'>> & NodeJS.EventEmitter,
  settings: SupervisionSettings,
): Supervision {
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, action: () => void): NodeJS.Timeout => {
    const timer = setTimeout(action, Math.min(ms, MAX_TIMER));
    timers.add(timer);
    return timer;
  };
  // All of them: the end of a process is told only once what it was given to read is closed as well.
  const pipes = child.stdio ?? [child.stdout, child.stderr];
  let stopping = false;
  let timedOut = false;
  let abandon: () => void;

  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    settings.kill('SIGTERM');
    later(settings.killGrace, () => {
      settings.kill('SIGKILL');
      later(ABANDON, () => abandon());
    });
  };
  const bound = later(settings.timeout, () => {
    timedOut = true;
    stop();
  });
  child.once('exit', () => {
    clearTimeout(bound);
    drainPipes(pipes, later, stopping ? STOPPED_DRAIN : MAX_DRAIN);
  });
  const finished = new Promise<void>((resolve) => {
    abandon = resolve;
    child.once('close', () => resolve());
  }).finally(() => {
    for (const timer of timers) clearTimeout(timer);
    settings.signal?.removeEventListener('abort', stop);
    closePipes(pipes);
  });
  settings.signal?.addEventListener('abort', stop);
  // Called off since the caller looked, which nobody would tell any more.
  if (settings.signal?.aborted) stop();

  return {
    stop,
    finished,
    get stopped() {
      return stopping;
    },
    get timedOut() {
      return timedOut;
    },
  };
}

type Pipes = readonly (Readable | Writable | null | undefined)[];

/** Closes pipes once they are quiet, or after `left` ms. */
function drainPipes(pipes: Pipes, later: (ms: number, action: () => void) => void, left: number): void {
  const seen = bytesRead(pipes);
  const look = (): void => {
    if (bytesRead(pipes) === seen || left <= DRAIN) closePipes(pipes);
    else drainPipes(pipes, later, left - DRAIN);
  };
  // Timers come before pipes in a turn of the event loop: after a long turn, output may be waiting unread.
  later(DRAIN, () => setImmediate(look));
}

function closePipes(pipes: Pipes): void {
  for (const pipe of pipes) pipe?.destroy();
}

function bytesRead(pipes: Pipes): number {
  return pipes.reduce((sum, pipe) => sum + (pipe instanceof Socket ? pipe.bytesRead : 0), 0);
}
