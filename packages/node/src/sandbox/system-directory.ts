import { isInside } from '../files/is-inside.ts';

/** The system itself: nothing in here is ever a person's work. */
const SYSTEM: readonly string[] = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/proc', '/run', '/sbin', '/sys'],
  ...['/usr', '/Applications', '/Library', '/System', '/private/etc'],
];

/** What holds the work of everybody: a directory in it may be somebody's project, the whole is not. */
const SHARED: ReadonlySet<string> = new Set([
  ...['/', '/home', '/media', '/mnt', '/opt', '/srv', '/tmp', '/var', '/Users', '/Volumes', '/private'],
  ...['/private/var', '/private/tmp', '/var/lib', '/var/tmp'],
]);

/** Whether a real path belongs to the system rather than to a person. */
export function isSystemDirectory(path: string): boolean {
  return SHARED.has(path) || SYSTEM.some((directory) => isInside(path, directory));
}
