import { readlinkSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../files/is-inside.ts';
import { readStart } from '../files/read-bounded-file.ts';
import { allowedOr } from '../files/system-error.ts';
import { resolveExisting } from './known-places.ts';
import type { HiddenPath } from './secret-paths.ts';

/** A symbolic link as it is outside of the sandbox. */
interface SandboxLink {
  readonly path: string;
  /** As it is written, so it may be relative. */
  readonly target: string;
}

/** Files that a program needs although they lie in a directory that begins empty. */
export interface Surroundings {
  /** Taken back, read-only. */
  readonly rebound: readonly string[];
  readonly made: readonly string[];
  /** On the way to the program and to what it is shown. */
  readonly links: readonly SandboxLink[];
}

interface SurroundingsRequest {
  readonly executable: string;
  readonly foundAs: string;
  readonly cwd: string;
  readonly home: string;
  readonly network: boolean;
  /** True: the working directory is empty as well, where it begins so. */
  readonly readsNothing: boolean;
  readonly emptied: readonly string[];
  readonly writable: readonly string[];
  /** The program's own files, see `SandboxRequest.shown`. */
  readonly shown: readonly string[];
  /** Places that the person lets it read, see `SandboxRequest.readable`, and secrets that are granted. */
  readonly readable: readonly string[];
  readonly granted: readonly string[];
  readonly secrets: readonly HiddenPath[];
  /** Real paths of directories that are never shown as a whole, nor is one above them: the home, `~/.config`, `~/Documents`. */
  readonly closed: readonly string[];
}

const PROGRAMS_IN_RUN = '/run/current-system';
const NAME_SERVERS = '/etc/resolv.conf';

/**
 * Finds what has to be brought back into directories that begin empty: the program with its directory and what else it is
 * shown, where it works, its home, and with the network the addresses of name servers. A directory that is closed or has to do
 * with secrets does not come back; the program in it comes back alone.
 */
export function visibleSurroundings(request: SurroundingsRequest): Surroundings {
  const { executable, foundAs, cwd, home, emptied, writable, shown, secrets } = request;
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
  for (const path of work) bringBack(resolveExisting(path));
  bringBack(mayShow(dirname(executable), request) ? dirname(executable) : executable);
  bringBack(resolveExisting(PROGRAMS_IN_RUN) === null ? null : PROGRAMS_IN_RUN);
  if (request.network) bringBack(resolveExisting(NAME_SERVERS));
  const own = shown.flatMap((path) => resolveExisting(path) ?? []).filter((path) => mayShow(path, request));
  // The outer ones first, so that what lies in them needs no mount of its own.
  for (const path of own.toSorted((one, other) => one.length - other.length)) bringBack(path);
  // A program among the secrets comes back alone, whatever lies beside it.
  if (secrets.some(({ path }) => isInside(executable, path))) rebound.push(executable);
  rebound.push(...request.granted.flatMap((path) => resolveExisting(path) ?? []));
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

/** The repository that a working directory lies in, which its programs look for above it. */
function projectOf(cwd: string, { emptied, closed }: SurroundingsRequest): string[] {
  for (let at = cwd; !emptied.includes(at) && !closed.includes(at) && at !== dirname(at); at = dirname(at)) {
    const found = REPOSITORY.some((name) => resolveExisting(join(at, name)) === join(at, name));
    if (found) return [at, ...mainRepository(at)];
  }
  return [];
}

/** The `.git` directory of a linked worktree, where both name each other: a file in a worktree alone could lead anywhere. */
function mainRepository(worktree: string): string[] {
  const link = join(worktree, '.git');
  const [, own, main] = /^gitdir: ((\/[^\n]+\/\.git)\/worktrees\/[^/\n]+)\n?$/.exec(readStart(link)) ?? [];
  if (own === undefined || main === undefined) return [];
  return readStart(join(own, 'gitdir')).trimEnd() === link ? [main] : [];
}

/** False for what is or holds a secret, a closed directory or one that begins empty, and for what lies among secrets. */
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

/** The links that a path leads through, outermost first; empty when it leads nowhere. */
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

/** @returns undefined for what is no link, or is not there, or not ours to look at. */
function readLink(path: string): string | undefined {
  return allowedOr(undefined, () => readlinkSync(path));
}

/** Of a project that is shown since a program is run out of it: settings with passwords, and the history. */
const PRIVATE: readonly string[] = [
  ...['.env', '.env.local', '.env.development', '.env.production', '.env.test', '.envrc', '.secrets'],
  ...['.npmrc', '.yarnrc.yml', '.pypirc', '.netrc', '.git', '.hg', '.svn'],
];

/** Lists what a program is not to see directly in the directories that it is shown. */
export function privateFiles(shown: readonly string[]): HiddenPath[] {
  return shown
    .flatMap((path) => resolveExisting(path) ?? [])
    .flatMap((directory) => PRIVATE.map((name) => join(directory, name)))
    .filter((path) => resolveExisting(path) === path)
    .map((path) => ({ path, directory: statSync(path).isDirectory() }));
}
