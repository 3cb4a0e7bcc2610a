import { lstatSync, realpathSync } from 'node:fs';
import { allowedOr, systemErrorCode } from '../files/system-error.ts';
import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { isInside } from '../files/is-inside.ts';

/** Errors of a path that is missing or forbidden to us; our programs may not read it either. */
const NOT_HERE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG']);

/**
 * Resolves every link of a path. Synchronous: each run needs dozens of such calls, which take microseconds. @returns
 * null for a missing path, or one that this user cannot reach.
 */
export function resolveExisting(path: string): string | null {
  try {
    // Checked first, because missing files are common, and this throws no error.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    return realpathSync.native(path);
  } catch (error) {
    if (!NOT_HERE.has(systemErrorCode(error))) throw error;
    return null;
  }
}

/** Our user's home directory by the system's records, independent of `HOME`; undefined without one. */
export function accountHome(): string | undefined {
  // A user id without an account has no home.
  const home = allowedOr('', () => userInfo().homedir);
  return isAbsolute(home) ? home : undefined;
}

/** The system itself: it never contains a person's work. */
const SYSTEM: readonly string[] = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/proc', '/run', '/sbin', '/sys'],
  ...['/usr', '/Applications', '/Library', '/System', '/private/etc'],
];

/** Directories shared by all users: one inside may be a project, the whole is not. */
const SHARED: ReadonlySet<string> = new Set([
  ...['/', '/home', '/media', '/mnt', '/opt', '/srv', '/tmp', '/var', '/Users', '/Volumes', '/private'],
  ...['/private/var', '/private/tmp', '/var/lib', '/var/tmp'],
]);

/** True for a real path that belongs to the system, not to a person. */
export function isSystemDirectory(path: string): boolean {
  return SHARED.has(path) || SYSTEM.some((directory) => isInside(path, directory));
}
