import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemErrorCode } from './system-error.ts';

/** What a ticket says of the process that wrote it. */
export interface LockHolder {
  readonly pid: number;
  /** When the process started, in clock ticks since boot; empty where there is no `/proc`. Pids are used again. */
  readonly start: string;
  /** The boot and the pid namespace that the pid belongs to; where there is no `/proc`, the machine's name. */
  readonly machine: string;
}

/** `unknown`: the pid belongs to another machine, boot or container, and means nothing here. */
export type HolderState = 'alive' | 'dead' | 'unknown';

/** A process that ended, and that its parent has not asked about yet, is a zombie: it holds nothing any more. */
const ENDED = new Set(['Z', 'X', 'x']);

/** Describes this process. */
export async function describeHolder(): Promise<LockHolder> {
  const stat = await readProcess(process.pid);
  return { pid: process.pid, start: stat?.start ?? '', machine: await describeMachine() };
}

/**
 * Finds out whether the process that wrote a ticket still runs.
 *
 * @param self This process, which tells whether the pid is one of its own machine.
 */
export async function holderState(holder: LockHolder, self: LockHolder): Promise<HolderState> {
  if (holder.machine !== self.machine) return 'unknown';
  if (!answersSignals(holder.pid)) return 'dead';
  if (holder.start === '' || self.start === '') return 'alive';
  const stat = await readProcess(holder.pid);
  // It ended just now, or `/proc` hides it.
  if (stat === undefined) return answersSignals(holder.pid) ? 'unknown' : 'dead';
  return stat.start === holder.start && !ENDED.has(stat.state) ? 'alive' : 'dead';
}

/** No system gives a process a higher number, and asking about one would be an error. */
const MAX_PID = 2_147_483_647;

/** Reads what a ticket says; absent for what this library did not write. */
export function parseHolder(text: string): LockHolder | undefined {
  const found = /^(\d{1,10}) (\d{0,20}) (\S{1,300})\n$/.exec(text);
  const [, pid = '', start = '', machine = ''] = found ?? [];
  if (found === null || Number(pid) < 1 || Number(pid) > MAX_PID) return undefined;
  return { pid: Number(pid), start, machine };
}

/** The text that {@link parseHolder} reads. */
export function formatHolder({ pid, start, machine }: LockHolder): string {
  return `${pid} ${start} ${machine}\n`;
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ESRCH') return false;
    // It runs, as somebody else.
    if (code === 'EPERM') return true;
    throw error;
  }
}

async function readProcess(pid: number): Promise<{ readonly state: string; readonly start: string } | undefined> {
  const text = await readOptional(() => readFile(`/proc/${pid}/stat`, 'utf8'));
  if (text === undefined) return undefined;
  // The fields follow the name, which stands in parentheses and may contain any character; the state is field 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}

async function describeMachine(): Promise<string> {
  const boot = await readOptional(() => readFile('/proc/sys/kernel/random/boot_id', 'utf8'));
  const pids = await readOptional(() => readlink('/proc/self/ns/pid'));
  const parts = boot === undefined || pids === undefined ? [process.platform, hostname()] : [boot.trim(), pids];
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
