import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { PRIVATE_IN_PROJECT, homesOf, isEnvironmentFile, secretPlaces } from '@atip/core/internal';
import { readStart } from '../files/read-bounded-file.ts';
import { type ExistingPath, isInside, isSystemDirectory } from '../files/real-path.ts';
import { allowedOr, systemErrorCode } from '../files/system-error.ts';
import type { Environment } from '../process/child-environment.ts';

/** A symbolic link outside of the sandbox. */
interface SandboxLink {
  readonly path: string;
  /** As written, so it may be relative. */
  readonly target: string;
}

/** Files that a program needs although they are in an emptied directory. */
export interface RunSurroundings {
  /** Shown again, read-only. */
  readonly rebound: readonly string[];
  readonly made: readonly string[];
  /** On the way to the program and to its shown files. */
  readonly links: readonly SandboxLink[];
}

interface SurroundingsRequest {
  readonly executable: string;
  readonly foundAs: string;
  readonly cwd: string;
  readonly home: string;
  readonly network: boolean;
  /** True: the working directory is empty too, if it is in an emptied one. */
  readonly readsNothing: boolean;
  readonly emptied: readonly string[];
  readonly writable: readonly string[];
  /** The program's own files, see `SandboxRequest.shown`. */
  readonly shown: readonly string[];
  /** Places that the person lets it read, see `SandboxRequest.readable`, and granted secrets. */
  readonly readable: readonly string[];
  readonly granted: readonly string[];
  readonly secrets: readonly HiddenPath[];
  /**
   * Real paths of directories that are never shown as a whole, nor their parents: the home, `~/.config`, `~/Documents`.
   */
  readonly closed: readonly string[];
  readonly existing: ExistingPath;
}

const PROGRAMS_IN_RUN = '/run/current-system';
const NAME_SERVERS = '/etc/resolv.conf';

/**
 * Finds the paths that must be shown again in emptied directories: the program with its directory and its other files,
 * the working directory, its home, and with the network the addresses of name servers. A closed or secret directory is
 * not shown; only the program in it is.
 */
export function visibleSurroundings(request: SurroundingsRequest): RunSurroundings {
  const { executable, foundAs, cwd, home, emptied, writable, shown, secrets, existing } = request;
  const rebound: string[] = [];
  const isGone = (path: string): boolean => {
    const around = deepest(path, [...emptied, ...writable, ...rebound]);
    return around !== undefined && path !== around && emptied.includes(around);
  };
  const bringBack = (path: string | null): void => {
    if (path !== null && isGone(path)) rebound.push(path);
  };
  const emptyHere = request.readsNothing && isInside(cwd, home);
  const work = emptyHere ? [] : [cwd, ...projectOf(cwd, request), ...request.readable];
  for (const path of work) bringBack(existing(path));
  bringBack(mayShow(dirname(executable), request) ? dirname(executable) : executable);
  bringBack(existing(PROGRAMS_IN_RUN) === null ? null : PROGRAMS_IN_RUN);
  if (request.network) bringBack(existing(NAME_SERVERS));
  const own = shown.flatMap((path) => existing(path) ?? []).filter((path) => mayShow(path, request));
  // The outer ones first, so that paths in them need no mount of their own.
  for (const path of own.toSorted((one, other) => one.length - other.length)) bringBack(path);
  // Of a program among secrets only the file itself is shown.
  if (secrets.some(({ path }) => isInside(executable, path))) rebound.push(executable);
  rebound.push(...request.granted.flatMap((path) => existing(path) ?? []));
  const links = [foundAs, ...shown, ...request.readable, ...request.granted]
    .flatMap(linksOnTheWay)
    .filter(({ path }) => isGone(path));
  return {
    rebound: [...new Set(rebound)],
    made: emptyHere && isGone(cwd) ? [cwd] : [],
    links: [...new Map(links.map((link) => [link.path, link])).values()],
  };
}

const REPOSITORY: readonly string[] = ['.git', '.hg', '.jj'];

/** The repository around a working directory, which programs search for above it. */
function projectOf(cwd: string, { emptied, closed, existing }: SurroundingsRequest): string[] {
  for (let at = cwd; !emptied.includes(at) && !closed.includes(at) && at !== dirname(at); at = dirname(at)) {
    const found = REPOSITORY.some((name) => existing(join(at, name)) === join(at, name));
    if (found) return [at, ...mainRepository(at)];
  }
  return [];
}

/**
 * The `.git` directory of a linked worktree, if both refer to each other: a file in the worktree alone could point
 * anywhere.
 */
function mainRepository(worktree: string): string[] {
  const link = join(worktree, '.git');
  const [, own, main] = /^gitdir: ((\/[^\n]+\/\.git)\/worktrees\/[^/\n]+)\n?$/.exec(readStart(link)) ?? [];
  if (own === undefined || main === undefined) return [];
  return readStart(join(own, 'gitdir')).trimEnd() === link ? [main] : [];
}

/** False for a path that is or contains a secret, a closed or an emptied directory, and for paths among secrets. */
function mayShow(path: string, { secrets, closed, emptied, cwd }: SurroundingsRequest): boolean {
  if (path !== cwd && isInside(cwd, path)) return false;
  if ([...closed, ...emptied].some((directory) => isInside(directory, path))) return false;
  return !secrets.some((secret) => isInside(path, secret.path) || isInside(secret.path, path));
}

function deepest(path: string, directories: readonly string[]): string | undefined {
  return directories
    .filter((directory) => isInside(path, directory))
    .toSorted((first, second) => second.length - first.length)[0];
}

const MAX_LINKS = 40;

/** The links on a path, outermost first; empty for a missing target. */
function linksOnTheWay(path: string): SandboxLink[] {
  const links: SandboxLink[] = [];
  let rest = resolve(path);
  for (let at = firstLink(rest); at !== undefined; at = firstLink(rest)) {
    const target = readLink(at);
    if (target === undefined || links.length === MAX_LINKS) return [];
    links.push({ path: at, target });
    rest = resolve(dirname(at), target, `.${rest.slice(at.length)}`);
  }
  return links;
}

function firstLink(path: string): string | undefined {
  const names = path.split('/');
  const places = names.map((_name, index) => names.slice(0, index + 1).join('/')).filter((place) => place !== '');
  return places.find((place) => readLink(place) !== undefined);
}

/** @returns undefined for a path that is no link, missing, or unreadable for us. */
function readLink(path: string): string | undefined {
  return allowedOr(undefined, () => readlinkSync(path));
}

/** Lists the hidden files directly in a program's shown directories. */
export function privateFiles(shown: readonly string[], existing: ExistingPath): HiddenPath[] {
  return shown
    .flatMap((path) => existing(path) ?? [])
    .flatMap((directory) => PRIVATE_IN_PROJECT.map((name) => join(directory, name)))
    .filter((path) => existing(path) === path)
    .map((path) => ({ path, directory: statSync(path).isDirectory() }));
}

export interface HiddenPath {
  /** Every link resolved. */
  readonly path: string;
  readonly directory: boolean;
  /** True: opening it fails. Absent: it exists and is empty. */
  readonly sealed?: boolean;
}

/**
 * Lists the existing paths that no tool may read: keys, tokens, browser profiles, shell histories, our own state. Links
 * are followed, also those directly inside a directory. @param env ours; it may name other places for these files
 * @param more absolute paths of the caller
 */
export function secretPaths(
  home: string,
  env: Environment,
  more: readonly string[],
  existing: ExistingPath,
): HiddenPath[] {
  const own = homesOf(home, env);
  const places = secretPlaces({ ...own, more: [...(own.more ?? []), ...more] });
  const found = new Map<string, HiddenPath>();
  for (const place of places) {
    for (const hidden of hide(place, existing)) found.set(hidden.path, hidden);
  }
  return [...found.values()];
}

function hide(place: string, existing: ExistingPath): HiddenPath[] {
  const path = existing(place);
  // A variable with `/` would hide everything.
  if (path === null || path === '/') return [];
  const stats = statSync(path);
  if (!stats.isDirectory()) return [{ path, directory: false }];
  return [{ path, directory: true }, ...linkedFiles(path, existing)];
}

/** Targets of links in a hidden directory, which programs make that keep settings in a repository. */
function linkedFiles(directory: string, existing: ExistingPath): HiddenPath[] {
  return entriesOf(directory)
    .filter((entry) => entry.isSymbolicLink())
    .flatMap((entry) => existing(join(directory, entry.name)) ?? [])
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, directory: false }));
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    // Unreadable for us, and so for the tool.
    if (systemErrorCode(error) !== 'EACCES') throw error;
    return [];
  }
}

interface EnvironmentFiles {
  readonly files: readonly HiddenPath[];
  readonly notes: readonly string[];
}

export const NO_FILES: EnvironmentFiles = { files: [], notes: [] };

/** Most directory entries checked in one search: about 50 ms. */
const MAX_ENTRIES = 20_000;

/**
 * Finds the `.env` files of directories, which contain passwords of the projects there. Opening one fails: a program
 * that sees an empty file could save it like that. Limits: 20,000 entries, the nearest first, and none of installed
 * packages or in a directory of the system.
 * @param roots real paths
 * @param forGit true: a file that Git tracks stays, because it is in the repository anyway, and a missing file would
 * look like a change
 */
export function environmentFiles(roots: readonly string[], forGit: boolean, existing: ExistingPath): EnvironmentFiles {
  const open = new Set(roots.filter((root) => !isSystemDirectory(root)));
  const files: HiddenPath[] = [];
  let left = MAX_ENTRIES;
  // The set grows during the loop.
  for (const directory of open) {
    for (const entry of allowedOr([], () => entriesOf(directory))) {
      left -= 1;
      if (left < 0)
        return { files, notes: [`${roots.join(', ')}: too many files to find and hide each .env in them.`] };
      const path = join(directory, entry.name);
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) open.add(path);
      const isOne = isEnvironmentFile(entry.name) && !entry.isDirectory();
      const real = isOne ? existing(path) : null;
      if (real === null || !statSync(real).isFile() || (forGit && isTracked(path))) continue;
      files.push({ path: real, directory: false, sealed: true });
    }
  }
  return { files, notes: [] };
}

const NOT_ENTERED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'site-packages']);

/** Bytes read of an index, 16 MiB: about 150,000 files. */
const MAX_INDEX = 16_777_216;

/** True if the index of the surrounding repository contains a file. */
function isTracked(path: string): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const index = readStart(join(at, '.git/index'), MAX_INDEX);
    if (index !== '') return index.includes(`${relative(at, path)}\0`);
  }
  return false;
}
