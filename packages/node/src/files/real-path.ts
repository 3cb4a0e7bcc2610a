import { type Stats, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, posix } from 'node:path';
import { allowedOr, systemErrorCode } from './system-error.ts';

/** As many as the kernel follows. */
const MAX_LINKS = 40;
/** The kernel's limit. */
const MAX_PATH = 4096;

interface ResolvedPath {
  readonly path: string;
  readonly isThere: boolean;
}

/**
 * Makes a function that resolves the links of an absolute path as the kernel does, also `..` behind a link, and a link
 * to a file that does not exist yet. It returns undefined for links in a circle, an unreadable link, and a name that is
 * too long. It caches what it saw: make a new one for each look at the disk.
 * @example
 * createRealPath()('/proc/self/root/etc/../etc/passwd'); // '/etc/passwd'
 */
export function createRealPath(): (path: string) => string | undefined {
  const follow = createFollow();
  return (path) => follow(path, MAX_LINKS)?.path;
}

/** Resolves the links of a path. Null: it is missing, or this user cannot reach it; our programs cannot either. */
export type ExistingPath = (path: string) => string | null;

/** Like `createRealPath`, but only for existing paths. Make a new one for each look at the disk. */
export function createExistingPath(): ExistingPath {
  const follow = createFollow();
  return (path) => {
    const found = follow(posix.isAbsolute(path) ? path : `${process.cwd()}/${path}`, MAX_LINKS);
    return found?.isThere ? found.path : null;
  };
}

function createFollow(): (path: string, left: number) => ResolvedPath | undefined {
  const known = new Map<string, ResolvedPath | undefined>();
  const follow = (path: string, left: number): ResolvedPath | undefined => {
    const trimmed = path.replace(/\/+$/, '');
    if (trimmed === '') return { path: '/', isThere: true };
    if (left === 0 || trimmed.length > MAX_PATH) return undefined;
    if (known.has(trimmed)) return known.get(trimmed);
    const cut = trimmed.lastIndexOf('/');
    const parent = follow(trimmed.slice(0, cut), left);
    const place = parent && step(parent, trimmed.slice(cut + 1), left);
    known.set(trimmed, place);
    return place;
  };
  const step = (parent: ResolvedPath, name: string, left: number): ResolvedPath | undefined => {
    if (name === '.' || name === '') return parent;
    if (name === '..') return { path: posix.dirname(parent.path), isThere: true };
    const path = parent.path === '/' ? `/${name}` : `${parent.path}/${name}`;
    if (!parent.isThere) return { path, isThere: false };
    const stats = look(path);
    if (stats === 'unclear') return undefined;
    if (!stats?.isSymbolicLink()) return { path, isThere: stats !== undefined };
    const target = targetOf(path);
    return target === undefined
      ? undefined
      : follow(posix.isAbsolute(target) ? target : `${parent.path}/${target}`, left - 1);
  };
  return follow;
}

/**
 * Undefined: this user may not read the link, such as one of another user's process in `/proc`, or it is gone by now.
 */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

function look(path: string): Stats | undefined | 'unclear' {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    // A path that nobody may look at stays as it is written.
    return code === 'ELOOP' || code === 'ENAMETOOLONG' ? 'unclear' : undefined;
  }
}

/** Most entries of a directory; no person lists more. */
const MAX_ENTRIES = 5000;

/** The names of the links in a directory; empty if this user may not read it. */
export function linksIn(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return [];
  }
}

/**
 * The names in a directory; empty without a directory. Undefined: this user may not read it, or it has more than 5,000
 * entries.
 */
export function namesIn(directory: string): readonly string[] | undefined {
  try {
    const names = readdirSync(directory);
    return names.length > MAX_ENTRIES ? undefined : names;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : undefined;
  }
}

/** True for a directory itself and everything in it; both absolute, without `..`. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}

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
