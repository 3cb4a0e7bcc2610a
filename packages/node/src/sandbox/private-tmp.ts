import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allowedOr, unlessRefused } from '../files/system-error.ts';

/**
 * Makes the directory that runs of this process share as their `/tmp`, for this user only, and removes it when the
 * process ends. The next process removes those of killed processes. @param state our own state directory, which every
 * sandbox hides @returns undefined if it cannot be made, for example on a read-only disk
 */
export function makePrivateTmp(state: string): string | undefined {
  const directory = join(state, 'tmp');
  const make = (): string => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(directory)) if (isOver(name)) remove(join(directory, name));
    return mkdtempSync(join(directory, `${process.pid}-`));
  };
  const path = allowedOr(undefined, make);
  if (path === undefined) return undefined;
  if (made.size === 0) process.once('exit', () => made.forEach(removeLast));
  made.add(path);
  return path;
}

const made = new Set<string>();

function removeLast(path: string): void {
  remove(path);
  // Other processes may have theirs beside it.
  allowedOr(undefined, () => rmdirSync(dirname(path)));
}

/** Programs may leave unreadable directories. */
function remove(path: string): void {
  allowedOr(undefined, () => rmSync(path, { recursive: true, force: true }));
}

/**
 * True for a directory of an ended process. If another process has its number now, the directory stays until that ends.
 */
function isOver(name: string): boolean {
  const [, pid] = /^(\d+)-/.exec(name) ?? [];
  if (pid === undefined || Number(pid) === process.pid) return false;
  return unlessRefused(
    () => process.kill(Number(pid), 0) && false,
    (code) => code === 'ESRCH',
  );
}

/** Most names reported for one run. */
const MAX_NAMES = 10;

/** Lists what is new or changed at the top of a directory since a time (ms), directories with a slash; ten names at most. */
export function changedSince(directory: string, since: number): string[] {
  // A file system's clock may be some ms behind.
  const isNew = (name: string): boolean => (statOf(join(directory, name))?.ctimeMs ?? 0) >= since - 10;
  const names = allowedOr([], () => readdirSync(directory));
  const found = names.slice(0, 1_000).filter(isNew).slice(0, MAX_NAMES);
  return found.map((name) => (statOf(join(directory, name))?.isDirectory() === true ? `${name}/` : name));
}

function statOf(path: string) {
  return allowedOr(undefined, () => statSync(path, { throwIfNoEntry: false }));
}
