import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { allowedOr, unlessRefusedLater } from './system-error.ts';

/**
 * True for the primary group of an account if it has the account's own number, as systems number a group of one person.
 * Others are shared, such as `users` and the `staff` of macOS.
 */
export function isPrivateGroup(group: number, uid: number, primary: number | undefined): boolean {
  return group === uid && group === primary;
}

/**
 * True for a file that only the person can write; the private group of the account counts as the person.
 *
 * @param isRootOurs true: the system's administrator counts as the person, too
 * @param own ids of the process; absent without user ids, as on Windows
 */
export function isOnlyOurs({ uid, gid, mode }: Stats, isRootOurs = false, own: OwnIds = ownIds()): boolean {
  if (own === undefined) return true;
  const isGroupOurs = isPrivateGroup(gid, own.uid, own.gid) || (isRootOurs && gid === 0);
  const isUserOurs = uid === own.uid || (isRootOurs && uid === 0);
  return isUserOurs && (mode & OTHERS_WRITE) === 0 && ((mode & GROUP_WRITES) === 0 || isGroupOurs);
}

type OwnIds = { readonly uid: number; readonly gid: number } | undefined;

function ownIds(): OwnIds {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** The usual parents of users' homes, and root's home. */
const HOMES: readonly string[] = ['/root', '/home', '/Users'];

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;

/**
 * True when only root can change the target of a path: the file, the directory of the link to it, and all directories
 * above belong to root, are writable by root only and are in no home. Stricter than `checkWriters`, which also trusts
 * us. Limits: POSIX permission bits, false elsewhere and for unreadable paths; ignores a script's interpreter and
 * loaded files.
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

/** The home of this process, and the usual homes. */
function homes(): string[] {
  // A user id without an account has no home.
  const account = allowedOr('/', () => userInfo().homedir);
  const own = [homedir(), account];
  // A service account may have `/` or `/usr` as its home, which does not count.
  return [...HOMES, ...own.filter((home) => waysTo(home).length > 2)];
}
