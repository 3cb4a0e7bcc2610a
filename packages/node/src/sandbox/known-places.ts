import { lstatSync, realpathSync } from 'node:fs';
import { allowedOr, systemErrorCode } from '../files/system-error.ts';
import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { isInside } from '../files/is-inside.ts';

/** Errors of a path that is missing or that we may not look at; our programs may not look there either. */
const NOT_HERE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG']);

/**
 * Resolves every link of a path. Synchronous: dozens of such questions come before each run, each takes microseconds.
 * @returns null when nothing is there, or nothing that this user could reach.
 */
export function resolveExisting(path: string): string | null {
  try {
    // Asked first, because a missing file is the common case, and then nothing has to be thrown.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    return realpathSync.native(path);
  } catch (error) {
    if (!NOT_HERE.has(systemErrorCode(error))) throw error;
    return null;
  }
}

/** The home directory that the system has on record for our user, whatever `HOME` says; undefined when there is none. */
export function accountHome(): string | undefined {
  // A number without an account has none.
  const home = allowedOr('', () => userInfo().homedir);
  return isAbsolute(home) ? home : undefined;
}

/** The system itself: nothing in here is ever a person's work. */
const SYSTEM: readonly string[] = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/proc', '/run', '/sbin', '/sys'],
  ...['/usr', '/Applications', '/Library', '/System', '/private/etc'],
];

/** Directories shared by everybody: one inside may be somebody's project, the whole is not. */
const SHARED: ReadonlySet<string> = new Set([
  ...['/', '/home', '/media', '/mnt', '/opt', '/srv', '/tmp', '/var', '/Users', '/Volumes', '/private'],
  ...['/private/var', '/private/tmp', '/var/lib', '/var/tmp'],
]);

/** True for a real path that belongs to the system rather than to a person. */
export function isSystemDirectory(path: string): boolean {
  return SHARED.has(path) || SYSTEM.some((directory) => isInside(path, directory));
}
