import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeHolder } from './lock-holder.ts';
import { takeTicket } from './lock-ticket.ts';
import { LockTimeoutError } from './lock-timeout-error.ts';

export interface FileLockSettings {
  /** Milliseconds to wait for other processes, ≥ 0. Absent: 5,000. */
  readonly timeout?: number;
}

const DEFAULT_TIMEOUT = 5000;
/** Milliseconds between two looks; random, so that two that wait do not look at the same moment for ever. */
const SHORTEST_WAIT = 1;
const LONGEST_WAIT = 12;
/** Milliseconds after the time limit in which others may still be faster. */
const OVERTAKEN = 1000;

/** The last caller of this process for each directory. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs an action while no other process, and no other caller in this one, runs one under the same lock.
 *
 * The lock is a directory of numbered tickets. The highest one is that of the holder; an empty one has been given back, and
 * one of a process that is gone counts as given back. Who finds the highest free links the next number, which only one can.
 * No ticket is removed to take over from its owner, so that no two can mistake a new ticket for the dead one.
 * Limits: for actions of milliseconds. A ticket of another boot, container or machine counts as given back after ten
 * seconds, since nothing here can tell whether its process runs. Callers of one process wait for each other without limit;
 * an action that asks for its own lock waits for ever.
 * @param directory A place for the lock alone; it is made when it is missing.
 * @throws LockTimeoutError when other processes keep the lock for longer than `timeout`; the system's error when the
 * directory cannot be used; whatever the action throws.
 */
export async function withFileLock<Result>(
  directory: string,
  action: () => Promise<Result>,
  settings: FileLockSettings = {},
): Promise<Result> {
  const key = resolve(directory);
  const before = queues.get(key) ?? Promise.resolve();
  const mine = before.then(() => runLocked(key, action, settings.timeout ?? DEFAULT_TIMEOUT));
  // Whoever comes next waits for the end, and is not concerned with how it ended: `mine` tells that to its caller.
  const end = mine.then(
    () => true,
    () => false,
  );
  queues.set(key, end);
  try {
    return await mine;
  } finally {
    if (queues.get(key) === end) queues.delete(key);
  }
}

async function runLocked<Result>(directory: string, action: () => Promise<Result>, timeout: number): Promise<Result> {
  const self = await describeHolder();
  const deadline = performance.now() + timeout;
  for (;;) {
    const taken = await takeTicket(directory, self);
    if ('release' in taken) {
      try {
        return await action();
      } finally {
        await taken.release();
      }
    }
    // Who was overtaken looks again at once; but where that never ends, nobody may be held for ever.
    const end = taken.wait ? deadline : deadline + OVERTAKEN;
    if (performance.now() >= end) throw new LockTimeoutError(directory, timeout, taken.holder);
    if (taken.wait) {
      await delay(SHORTEST_WAIT + Math.random() * (LONGEST_WAIT - SHORTEST_WAIT));
    }
  }
}
