import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { isInside } from '../files/is-inside.ts';
import { createExistingPath } from '../files/real-path.ts';
import { allowedOr } from '../files/system-error.ts';

/** Resolves every link of one path, as it is now. Null: it is missing, or this user cannot reach it. */
export function resolveExisting(path: string): string | null {
  return createExistingPath()(path);
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
