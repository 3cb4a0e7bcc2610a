import { lstat, realpath } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { allowedOr, unlessRefusedLater } from './system-error.ts';

/** Where systems keep the homes of users, and root's. */
const HOMES: readonly string[] = ['/root', '/home', '/Users'];

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;

/**
 * True when nobody but root can change what a path leads to: the file, the directory of the link to it, and all directories
 * above belong to root, are written by root alone and lie in no home. Stricter than `checkWriters`, which trusts us as well.
 * Limits: POSIX permission bits, false elsewhere and for what cannot be looked at; not a script's interpreter, nor what a
 * program loads.
 */
export async function isRootOnly(path: string): Promise<boolean> {
  if (process.getuid === undefined) return false;
  const looking = async (): Promise<boolean> => {
    const [file, directory] = [await realpath(path), await realpath(dirname(path))];
    const places = new Set([...waysTo(file), ...waysTo(directory)]);
    const isInHome = [...places].some((place) => homes().includes(place));
    return !isInHome && (await Promise.all([...places].map(isOfRoot))).every(Boolean);
  };
  return unlessRefusedLater(looking(), () => false);
}

async function isOfRoot(path: string): Promise<boolean> {
  const { uid, gid, mode } = await lstat(path);
  return uid === 0 && (mode & OTHERS_WRITE) === 0 && ((mode & GROUP_WRITES) === 0 || gid === 0);
}

/** `/usr/bin/git` → `/`, `/usr`, `/usr/bin`, `/usr/bin/git`. */
function waysTo(path: string): string[] {
  const ways = [path];
  for (let way = dirname(path); way !== ways.at(-1); way = dirname(way)) ways.push(way);
  return ways;
}

/** Of this process, and where others have theirs. */
function homes(): string[] {
  // A number without an account has none.
  const account = allowedOr('/', () => userInfo().homedir);
  const own = [homedir(), account];
  // A service's account may have `/` or `/usr` for a home, which is none.
  return [...HOMES, ...own.filter((home) => waysTo(home).length > 2)];
}
