import { type FileHandle, link, lstat, open, readdir, unlink, readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureDirectory, removeStrayFiles, temporaryName } from './write-file-atomically.ts';
import { readBoundedFile } from './read-bounded-file.ts';
import { systemErrorCode, unlessMissing } from './system-error.ts';
import { bootId } from './boot-id.ts';

/** Another process kept a lock longer than the caller wanted to wait. */
export class LockTimeoutError extends Error {
  readonly code = 'LOCK_TIMEOUT';
  /** The pid of the holder; absent when its ticket cannot be read. */
  readonly holder: number | undefined;

  constructor(directory: string, timeout: number, holder: number | undefined) {
    const who = holder === undefined ? 'a process that its newest file does not name' : `process ${holder}`;
    super(`The lock ${JSON.stringify(directory)} was not free within ${timeout} ms: ${who} holds it. Try again later.`);
    this.name = 'LockTimeoutError';
    this.holder = holder;
  }
}

const DEFAULT_TIMEOUT = 5000;
/** Milliseconds between two checks; random, so that two waiters do not check at the same moment for ever. */
const SHORTEST_WAIT = 1;
const LONGEST_WAIT = 12;
/** Milliseconds after the time limit in which other processes may still be faster. */
const OVERTAKEN = 1000;

/** The last caller in this process for each directory. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs an action while no other caller, here or in another process, runs one under the same lock. The lock is a
 * directory of numbered tickets; the highest is the holder's. An empty ticket, or one of a dead process, counts as
 * returned. A process that finds the highest one free links the next number, which only one process can do. Taking over
 * removes no ticket, so that a new ticket is never mistaken for a dead one. Limits: for actions of milliseconds. A
 * ticket of another boot, container or machine counts as returned after ten seconds. Callers of one process wait
 * without limit; an action must not request its own lock. @throws LockTimeoutError when others keep the lock longer
 * than `timeout`; the system's error; the action's error.
 */
export async function withFileLock<Result>(
  directory: string,
  action: () => Promise<Result>,
  settings: { readonly timeout?: number } = {},
): Promise<Result> {
  const key = resolve(directory);
  const before = queues.get(key) ?? Promise.resolve();
  const mine = before.then(() => runLocked(key, action, settings.timeout ?? DEFAULT_TIMEOUT));
  // The next task waits for the end in any case; only the caller of `mine` gets the result.
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
    // An overtaken process checks again at once, but not for ever.
    const end = taken.wait ? deadline : deadline + OVERTAKEN;
    if (performance.now() >= end) throw new LockTimeoutError(directory, timeout, taken.holder);
    if (taken.wait) {
      await delay(SHORTEST_WAIT + Math.random() * (LONGEST_WAIT - SHORTEST_WAIT));
    }
  }
}

/** `wait: false`: another process was faster; check again. */
type TicketOutcome =
  | { readonly release: () => Promise<void> }
  | { readonly wait: boolean; readonly holder: number | undefined };

const AGAIN: TicketOutcome = { wait: false, holder: undefined };
/** Milliseconds that a ticket counts when its process cannot be looked up. */
const FOREIGN_AGE = 10_000;
/** Number of older tickets that stay, so that slower processes find their number taken. */
const KEPT = 16;
const TICKET = /^[1-9]\d{0,14}$/;
const MAX_TICKET = 4096;

/** Prefix of all tickets' temporary files, so that a later holder can remove them. */
const TEMPORARY = 'ticket';

async function takeTicket(directory: string, self: LockHolder): Promise<TicketOutcome> {
  await ensureDirectory(directory);
  const highest = Math.max(0, ...(await listTickets(directory)));
  const busy = highest === 0 ? undefined : await findHolder(join(directory, String(highest)), self);
  if (busy !== undefined) return busy;
  const number = highest + 1;
  const file = await linkTicket(directory, number, self);
  if (file === undefined) return AGAIN;
  const release = async (): Promise<void> => {
    try {
      await file.truncate(0);
    } finally {
      await file.close();
    }
  };
  try {
    const tickets = await listTickets(directory);
    if (tickets.some((other) => other > number)) {
      // The highest ticket was used and removed meanwhile, so our number is too low.
      await release();
      return AGAIN;
    }
    await removeOld(directory, tickets, number);
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

async function listTickets(directory: string): Promise<number[]> {
  return (await readdir(directory)).filter((name) => TICKET.test(name)).map(Number);
}

/** @returns undefined when the ticket was returned, or its process has ended. */
async function findHolder(path: string, self: LockHolder): Promise<TicketOutcome | undefined> {
  try {
    // A bounded read: another program may have put a pipe here, which would block us.
    const { bytes } = await readBoundedFile(path, MAX_TICKET);
    if (bytes?.byteLength === 0) return undefined;
    const holder = bytes && parseHolder(Buffer.from(bytes).toString('utf8'));
    const state = holder === undefined ? 'unknown' : await holderState(holder, self);
    if (state === 'dead') return undefined;
    // A clock that was set back must not keep a ticket valid for years.
    if (state === 'unknown' && Math.abs(Date.now() - (await lstat(path)).mtimeMs) > FOREIGN_AGE) return undefined;
    return { wait: true, holder: holder?.pid };
  } catch (error) {
    // It was removed, so it is no longer the highest.
    if (systemErrorCode(error) === 'ENOENT') return AGAIN;
    throw error;
  }
}

/** Links a ticket with its content in one step. @returns undefined when the number is taken or our file is missing. */
async function linkTicket(directory: string, number: number, self: LockHolder): Promise<FileHandle | undefined> {
  const temporary = temporaryName(join(directory, TEMPORARY));
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(formatHolder(self));
    await link(temporary, join(directory, String(number)));
  } catch (error) {
    await file.close();
    await unlessMissing(unlink(temporary));
    const code = systemErrorCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') return undefined;
    throw error;
  }
  await unlessMissing(unlink(temporary));
  return file;
}

async function removeOld(directory: string, tickets: readonly number[], number: number): Promise<void> {
  const old = tickets.filter((other) => other <= number - KEPT);
  for (const other of old) await unlessMissing(unlink(join(directory, String(other))));
  // Only sometimes, because it lists the whole directory.
  if (number % KEPT === 0) await removeStrayFiles(join(directory, TEMPORARY), Date.now());
}

interface LockHolder {
  readonly pid: number;
  /** Start time of the process, in clock ticks since boot, because pids are reused; empty without `/proc`. */
  readonly start: string;
  /** The boot and pid namespace of the pid; without `/proc` the machine's name. */
  readonly machine: string;
}

/** A zombie process has ended and holds no lock; its parent has not collected it yet. */
const ENDED = new Set(['Z', 'X', 'x']);

export async function describeHolder(): Promise<LockHolder> {
  const stat = await readProcess(process.pid);
  return { pid: process.pid, start: stat?.start ?? '', machine: await describeMachine() };
}

/** The state of a ticket's process; `unknown`: its pid belongs to another machine, boot or container. */
export async function holderState(holder: LockHolder, self: LockHolder): Promise<'alive' | 'dead' | 'unknown'> {
  if (holder.machine !== self.machine) return 'unknown';
  if (!answersSignals(holder.pid)) return 'dead';
  if (holder.start === '' || self.start === '') return 'alive';
  const stat = await readProcess(holder.pid);
  // It has just ended, or `/proc` hides it.
  if (stat === undefined) return answersSignals(holder.pid) ? 'unknown' : 'dead';
  return stat.start === holder.start && !ENDED.has(stat.state) ? 'alive' : 'dead';
}

/** No system uses higher pids, and signalling one would be an error. */
const MAX_PID = 2_147_483_647;

/** Parses a ticket; undefined for a text that this library did not write. */
export function parseHolder(text: string): LockHolder | undefined {
  const found = /^(\d{1,10}) (\d{0,20}) (\S{1,300})\n$/.exec(text);
  const [, pid = '', start = '', machine = ''] = found ?? [];
  if (found === null || Number(pid) < 1 || Number(pid) > MAX_PID) return undefined;
  return { pid: Number(pid), start, machine };
}

export function formatHolder({ pid, start, machine }: LockHolder): string {
  return `${pid} ${start} ${machine}\n`;
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ESRCH') return false;
    // It runs, as another user.
    if (code === 'EPERM') return true;
    throw error;
  }
}

async function readProcess(pid: number): Promise<{ readonly state: string; readonly start: string } | undefined> {
  const text = await readOptional(() => readFile(`/proc/${pid}/stat`, 'utf8'));
  if (text === undefined) return undefined;
  // The fields follow the name, which is in parentheses and may contain any character; the state is field 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}

async function describeMachine(): Promise<string> {
  const boot = await bootId();
  const pids = await readOptional(() => readlink('/proc/self/ns/pid'));
  const parts = boot === undefined || pids === undefined ? [process.platform, hostname()] : [boot, pids];
  return parts
    .join('/')
    .replace(/[^\w.:/[\]-]/g, '_')
    .slice(0, 300);
}

async function readOptional(read: () => Promise<string>): Promise<string | undefined> {
  try {
    return await read();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return undefined;
    throw error;
  }
}
