import {
  type Stats,
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { SkipCode } from '../documents/tool-document.ts';
import type { StampFields } from './executable-identity.ts';
import { quoteElement } from '../files/describe-effects.ts';
import { isPrivateGroup } from '../files/file-owners.ts';
import { describeSystemError, unlessRefused, unlessRefusedLater } from '../files/system-error.ts';
import { type Environment, searchPath } from '../process/child-environment.ts';

/** A program found by its name on the PATH. */
export interface Executable {
  /** The file itself, every link resolved. */
  readonly path: string;
  /** Its path on the PATH; differs from `path` for a link. Programs such as busybox or rustup act by this name. */
  readonly foundAs: string;
}

/**
 * Finds the executable of a bare name, like a shell, but only in absolute PATH entries, and skipping files that users
 * other than root and we could have put there or changed. Shape: "git" → { path: "/usr/bin/git", foundAs:
 * "/usr/bin/git" }
 * @returns null for a name with a path separator, and when no regular, executable file has that name.
 */
export async function findExecutable(name: string, env: Environment): Promise<Executable | null> {
  return lookUp(name, searchPath(env), createLookUp());
}

/** Looks up many names like `findExecutable`, and remembers what it saw: use it at once, because programs change. */
export function createExecutableFinder(env: Environment): (name: string) => Promise<Executable | null> {
  const state = createLookUp();
  const listings = new Map<string, ReadonlySet<string> | undefined>();
  const mayHave = (directory: string, name: string): boolean => {
    if (!listings.has(directory)) listings.set(directory, listNames(directory));
    return listings.get(directory)?.has(name) ?? true;
  };
  const directories = searchPath(env);
  const known = new Map<string, Executable | null>();
  return async (name) => {
    const found = known.has(name) ? (known.get(name) ?? null) : lookUp(name, directories, { ...state, mayHave });
    known.set(name, found);
    return found;
  };
}

interface LookUp {
  readonly account: ReturnType<typeof currentAccount>;
  readonly locate: ReturnType<typeof createPathLocator> | null;
  /** False: the directory has no entry with that name. */
  readonly mayHave?: (directory: string, name: string) => boolean;
}

function createLookUp(): LookUp {
  const account = currentAccount();
  return { account, locate: account && createPathLocator(account) };
}

/** @returns undefined for a directory that cannot be listed but may contain programs. */
function listNames(directory: string): ReadonlySet<string> | undefined {
  return unlessRefused(
    () => new Set(readdirSync(directory)),
    () => undefined,
  );
}

function lookUp(name: string, directories: readonly string[], { account, locate, mayHave }: LookUp): Executable | null {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) return null;
  for (const directory of directories) {
    if (mayHave?.(directory, name) === false) continue;
    const foundAs = join(directory, name);
    // Most directories lack it; walking there takes several looks.
    if (mayHave === undefined && !existsSync(foundAs)) continue;
    // Without user ids, who may write cannot be checked.
    const found = account && locate ? locateOurs(foundAs, account, locate) : resolve(foundAs);
    if (found !== null) return found;
  }
  return null;
}

/** The program at a place that only root and the account can change. */
function locateOurs(foundAs: string, account: Account, locate: LocatePath): Executable | null {
  const { path, stats } = locate(foundAs);
  if (path === undefined || !stats.isFile() || checkWriters(path, stats, account) !== undefined) return null;
  return unlessRefused(
    () => {
      accessSync(path, constants.X_OK);
      return { path, foundAs };
    },
    () => null,
  );
}

/**
 * Resolves an absolute path to its program. Synchronous inside: through the thread pool it takes five times as long.
 * @returns null unless it leads to a regular file that we may execute.
 */
export async function resolveExecutable(foundAs: string): Promise<Executable | null> {
  return resolve(foundAs);
}

function resolve(foundAs: string): Executable | null {
  // Missing, forbidden, a broken or circular link, a file used as a directory: each counts as not found.
  return unlessRefused(
    () => {
      const path = realpathSync.native(foundAs);
      if (!statSync(path).isFile()) return null;
      accessSync(path, constants.X_OK);
      return { path, foundAs };
    },
    () => null,
  );
}

interface PlaceStats extends StampFields, OwnerFields {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** The target of a path, if only root and the account can change the way there. */
type Located =
  | { readonly path: string; readonly stats: PlaceStats; readonly refusal?: undefined }
  | { readonly refusal: ProgramRefusal; readonly path?: undefined; readonly stats?: undefined };

export type LocatePath = (path: string) => Located;

type Look = (path: string) => PlaceStats | ProgramRefusal;

const MAX_LINKS = 40;
const STICKY = 0o1000;
const WRITABLE = 0o022;

/**
 * Makes a function that resolves absolute paths link by link, and refuses a path if other users could change the way to
 * it. Every directory on the way must belong to root or the account and be writable by them alone; a sticky one, such
 * as `/tmp`, may be writable if the entry taken from it is theirs. The place itself is not checked. Each directory is
 * looked at once.
 * Limits: POSIX; synchronous, since 1,500 calls take 4 ms that way and 11 ms through the thread pool.
 */
export function createPathLocator(account: Account): LocatePath {
  const seen = new Map<string, PlaceStats | ProgramRefusal>();
  const look: Look = (path) => {
    const known = seen.get(path) ?? readStats(path);
    seen.set(path, known);
    return known;
  };
  // Most places are in a few directories.
  const parents = new Map<string, Way>();
  return (path) => {
    const [, parent = '', name = path] = /^(\/.*)\/([^/]+)$/.exec(path) ?? [];
    const way = parents.get(parent) ?? follow(parent, account, look);
    parents.set(parent, way);
    const end = refused(way) ? way : follow(name, account, look, way);
    if (refused(end)) return { refusal: end.refusal };
    const { directory } = end;
    const place = look(directory);
    return isStats(place) ? { path: directory, stats: place } : { refusal: place };
  };
}

/** Where a path leads, and through how many links. */
type Way =
  | { readonly directory: string; readonly links: number; readonly refusal?: undefined }
  | { readonly refusal: ProgramRefusal; readonly directory?: undefined };

function refused(way: Way): way is Extract<Way, { readonly refusal: ProgramRefusal }> {
  return way.refusal !== undefined;
}

const ROOT_WAY = { directory: '/', links: 0 };

/** Follows a path link by link, from the place to which another path led. */
function follow(path: string, account: Account, look: Look, from: Extract<Way, { directory: string }> = ROOT_WAY): Way {
  const pending = segments(path);
  let { directory, links } = from;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === '..') {
      // It contains no link, so its text gives the parent.
      directory = dirname(directory);
      continue;
    }
    const next = directory === '/' ? `/${name}` : `${directory}/${name}`;
    const place = look(next);
    const refusal = checkStep(directory, look(directory), place, account);
    if (refusal !== undefined) return { refusal: links > 0 ? throughLink(refusal) : refusal };
    if (!isLink(place)) {
      directory = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) return { refusal: { code: 'symlink-loop', reason: 'Its links form a loop.' } };
    const target = readTarget(next);
    if (typeof target !== 'string') return { refusal: target };
    if (isAbsolute(target)) directory = '/';
    pending.push(...segments(target));
  }
  return { directory, links };
}

function checkStep(
  directory: string,
  container: PlaceStats | ProgramRefusal,
  place: PlaceStats | ProgramRefusal,
  account: Account,
): ProgramRefusal | undefined {
  if (!isStats(container)) return container;
  const refusal = checkWriters(directory, container, account);
  const mode = Number(container.mode);
  const sticky = (mode & STICKY) !== 0 && (mode & WRITABLE) !== 0 && refusal?.code !== 'foreign-owner';
  if (refusal !== undefined && !sticky) return refusal;
  if (!isStats(place)) return place;
  return refusal !== undefined && ![0, account.uid].includes(Number(place.uid))
    ? {
        code: 'foreign-owner',
        reason: `User ${place.uid} put it into ${quoteElement(directory)}, where everyone may write.`,
      }
    : undefined;
}

function segments(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .reverse();
}

function throughLink(refusal: ProgramRefusal): ProgramRefusal {
  return refusal.code === 'missing' ? { code: 'broken-link', reason: 'It is a broken link.' } : refusal;
}

function isLink(place: PlaceStats | ProgramRefusal): boolean {
  return isStats(place) && place.isSymbolicLink();
}

function isStats(place: PlaceStats | ProgramRefusal): place is PlaceStats {
  return 'mode' in place;
}

function readStats(path: string): PlaceStats | ProgramRefusal {
  const stats = unlessRefused(
    () => lstatSync(path, { bigint: true, throwIfNoEntry: false }),
    (code) => refuse(path, code),
  );
  return stats ?? refuse(path, 'ENOTDIR');
}

function readTarget(path: string): string | ProgramRefusal {
  return unlessRefused(
    () => readlinkSync(path),
    (code) => refuse(path, code),
  );
}

function refuse(path: string, code: string): ProgramRefusal {
  if (code === 'ENOTDIR') return { code: 'missing', reason: `${quoteElement(path)} does not exist.` };
  return { code: 'unreadable', reason: `${quoteElement(path)} cannot be inspected: ${describeSystemError(code)}.` };
}

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
export interface Account {
  readonly uid: number;
  /** The primary group first. */
  readonly gids: readonly number[];
}

export interface ProgramRefusal {
  readonly code: SkipCode;
  readonly reason: string;
}

export interface OwnerFields {
  readonly uid: bigint;
  readonly gid: bigint;
  readonly mode: bigint;
}

const ROOT = 0;
/** Debian gives `/usr/local` to this group, whose members may install programs for everyone (Debian Policy 9.1.2). */
const DEBIAN_STAFF = 50;
/** Homebrew gives its directories to this group, whose members may become root. */
const MACOS_ADMIN = 80;

/**
 * Names the users besides root and the account who could change a file or directory; undefined without any.
 * Groups that may write: gid 0; a primary group with the account's own number; `staff` below `/usr/local` on Linux,
 * `admin` on macOS.
 * Limits: permission bits only. An access control list appears as a writing group, and goes unnoticed if that is one of
 * these.
 */
export function checkWriters(
  path: string,
  stats: OwnerFields,
  account: Account,
  platform: string = process.platform,
): ProgramRefusal | undefined {
  const [owner, group, mode] = [Number(stats.uid), Number(stats.gid), Number(stats.mode)];
  if (owner !== ROOT && owner !== account.uid) {
    return { code: 'foreign-owner', reason: `${quoteElement(path)} belongs to user ${owner}, not to root or you.` };
  }
  if ((mode & OTHERS_WRITE) !== 0) {
    return { code: 'world-writable', reason: `Everyone may write ${quoteElement(path)}; run chmod o-w on it.` };
  }
  if ((mode & GROUP_WRITES) === 0 || isTrustedGroup(group, path, account, platform)) return undefined;
  return { code: 'group-writable', reason: `Group ${group} may write ${quoteElement(path)}; run chmod g-w on it.` };
}

function isTrustedGroup(group: number, path: string, account: Account, platform: string): boolean {
  if (group === ROOT || isPrivateGroup(group, account.uid, account.gids[0])) return true;
  if (platform === 'darwin') return group === MACOS_ADMIN;
  return platform === 'linux' && group === DEBIAN_STAFF && `${path}/`.startsWith('/usr/local/');
}

/** Why another user could change an opened file or a directory; undefined: nobody could. */
export function whyOthersWrite(path: string, { uid, gid, mode }: Stats): string | undefined {
  const account = currentAccount();
  const stats = { uid: BigInt(uid), gid: BigInt(gid), mode: BigInt(mode) };
  return account === null ? undefined : checkWriters(path, stats, account)?.reason;
}

/** The user and groups of this process. @returns null without user ids, as on Windows. */
export function currentAccount(): Account | null {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()];
  if (uid === undefined || gid === undefined) return null;
  return { uid, gids: [...new Set([gid, ...(process.getgroups?.() ?? [])])] };
}

/**
 * Explains in one sentence why no program can run: it is missing, not a file, not executable, or other users could have
 * put it on the PATH. Shape: `"notes"` → `There is no program "notes" on the PATH.`
 * @param program a bare name, or an absolute path, that was not found
 */
export async function explainMissing(program: string, env: Environment): Promise<string> {
  if (isAbsolute(program)) return (await explainPath(program)) ?? `${quoteElement(program)} is no program.`;
  const isName = !/[/\\\0]/.test(program) && !['', '.', '..'].includes(program);
  for (const directory of isName ? searchPath(env) : []) {
    const path = join(directory, program);
    const isThere = await unlessRefusedLater(lstat(path), () => undefined);
    if (isThere === undefined) continue;
    const reason = (await explainPath(path)) ?? refusalOf(path);
    if (reason !== undefined) return reason;
  }
  return `There is no program ${quoteElement(program)} on the PATH.`;
}

async function explainPath(path: string): Promise<string | undefined> {
  const name = quoteElement(path);
  const link = await unlessRefusedLater(lstat(path), (code) => code);
  if (typeof link === 'string') return link === 'EACCES' ? `${name} cannot be inspected.` : `${name} does not exist.`;
  const file = await unlessRefusedLater(stat(path), () => undefined);
  if (file === undefined) return `${name} is a broken link.`;
  if (!file.isFile()) return `${name} is ${file.isDirectory() ? 'a directory' : 'no file'}.`;
  return unlessRefusedLater(
    access(path, constants.X_OK).then(() => undefined),
    () => `${name} is not executable; chmod +x makes it so.`,
  );
}

function refusalOf(path: string): string | undefined {
  const account = currentAccount();
  if (account === null) return undefined;
  const located = createPathLocator(account)(path);
  const refusal = located.refusal ?? checkWriters(located.path, located.stats, account);
  return refusal && `${quoteElement(path)} is skipped, because others could change it. ${refusal.reason}`;
}
