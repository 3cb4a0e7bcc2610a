import { openSync, readdirSync, readFileSync } from 'node:fs';
import { systemErrorCode } from '../files/system-error.ts';

/** O_CLOEXEC, in which `fdinfo` has its flags: octal. */
const CLOSED_ON_START = 0o2000000;

let covers: ReadonlyMap<number, number> | undefined;

/**
 * Says what to put in the place of file descriptors that this process got from whoever started it, and that every program
 * it starts would get as well. A directory among them leads around any mount of a sandbox.
 *
 * Shape: a process started with `40</` → { 40 → a descriptor of /dev/null }
 * Limits: Linux only; elsewhere nothing but what is named reaches a program. Looked for once, since all that Node itself opens
 * is closed when a program starts.
 * @throws the system's error when they cannot be listed
 */
export function foreignDescriptors(): ReadonlyMap<number, number> {
  covers ??= coverForeign();
  return covers;
}

function coverForeign(): ReadonlyMap<number, number> {
  if (process.platform !== 'linux') return new Map();
  const numbers = readdirSync('/proc/self/fd').map(Number).filter(isForeign);
  if (numbers.length === 0) return new Map();
  const nothing = openSync('/dev/null', 'r');
  return new Map(numbers.map((number) => [number, nothing]));
}

function isForeign(number: number): boolean {
  if (number <= 2) return false;
  try {
    const [, flags = '0'] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'latin1')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSED_ON_START) === 0;
  } catch (error) {
    // The one that the list itself was read through is gone.
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    return false;
  }
}
