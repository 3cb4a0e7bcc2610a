import { basename, dirname, isAbsolute, join } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import { sandboxAccess } from '@atip/core/internal';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import {
  type ExistingPath,
  createExistingPath,
  isInside,
  isSystemDirectory,
  resolveExisting,
} from '../files/real-path.ts';
import { configuredPlaces } from './git-configuration.ts';
import { type Purpose, purposeOf } from './judge-planted.ts';
import { survey } from './find-guarded-files.ts';
import { type WatchedRoot, withConfigured } from './watch-planted.ts';
import { pinsOf, type ProtectedPaths, protectedPaths, writablePaths } from './writable-paths.ts';
import type { SandboxRequest, TemporaryFiles } from './sandbox.ts';
import {
  type HiddenPath,
  NO_FILES,
  type RunSurroundings,
  environmentFiles,
  privateFiles,
  secretPaths,
  visibleSurroundings,
} from './surroundings.ts';

/** Limits of one run. Paths are real; of two nested paths the inner one counts. */
export interface SandboxProfile extends RunSurroundings {
  readonly network: boolean;
  readonly cwd: string;
  /** Real path of the program. */
  readonly executable: string;
  /** The path by which it is started, which it sees as its name. */
  readonly foundAs: string;
  /** Directories that start empty, accept files, and are removed afterwards. */
  readonly emptied: readonly string[];
  /** Emptied directories that accept no files. */
  readonly closed: readonly string[];
  readonly temporary?: TemporaryFiles | undefined;
  /** Directories that accept files although they are inside closed ones. */
  readonly caches: readonly TemporaryFiles[];
  /** Socket of an SSH agent. Absent: the run cannot open Unix sockets. */
  readonly agent?: string | undefined;
  readonly writable: readonly string[];
  /** Writable, but must not be moved; see `ProtectedPaths`. */
  readonly pinned: readonly string[];
  /** Read-only inside writable ones. */
  readonly protected: readonly string[];
  readonly hidden: readonly HiddenPath[];
  readonly purpose: Purpose;
  /** The state of the writable directories before the run. */
  readonly watched: readonly WatchedRoot[];
  /** Accesses that the document may need and that were not given. */
  readonly notes: readonly string[];
}

/** Our account: its secrets are hidden from every run. */
interface HiddenAccount {
  /** Our environment; it may name other places for secrets. */
  readonly env: Environment;
  readonly hidden: readonly string[];
  /** Home directory of our account: its secrets are hidden even if `HOME` differs. */
  readonly account?: string | undefined;
}

/** Sockets of services, and files of other programs. */
const SCRATCH: readonly string[] = ['/tmp', '/run'].flatMap((path) => resolveExisting(path) ?? []);
const TEMPORARY: string | undefined = resolveExisting('/tmp') ?? undefined;
/** Used when `/tmp` shows files of the machine and so accepts no new ones. */
const IN_TEMPORARY = '.scratch';

/**
 * Decides what one run may access, from its document and the person's settings. Limits: paths are resolved now; only a
 * program outside the sandbox could redirect them before the start.
 * @throws ExecutionError when `foundAs` does not lead to `executable`, or when the working directory is missing or
 * hidden
 * @see ATIP 0.3 §3.6
 */
export function sandboxProfile(request: SandboxRequest, settings: HiddenAccount): SandboxProfile {
  const { executable, foundAs, effects, shown = [], granted } = request;
  const existing = createExistingPath();
  const home = existing(request.home) ?? request.home;
  const places = granted?.places.flatMap((path) => existing(path) ?? []) ?? [];
  const secrets = allSecrets(home, settings, [...settings.hidden, ...(request.hidden ?? [])], existing).filter(
    ({ path }) => !places.includes(path),
  );
  const isSecret = (path: string): boolean => secrets.some((secret) => isInside(path, secret.path));
  const cwd = checkedDirectory(request.cwd, isSecret, existing);
  checkProgram(executable, foundAs, existing);

  const access = sandboxAccess(effects);
  const { network, emptyHome: readsNothing } = access;
  const purpose = purposeOf([[basename(foundAs), ...(request.command ?? [])], ...(request.commands ?? [])]);
  const homes = ownDirectories(home, settings, existing);
  const readable = readablePlaces(request, homes, isSecret, existing);
  const emptied = [...SCRATCH, ...homes.filter((path) => !readable.paths.some((open) => isInside(path, open)))];
  const asked = writablePaths({ ...request, cwd, home, existing });
  const guarded = guardRoots(asked.writable, {
    purpose,
    home,
    secrets,
    own: ourDirectories(settings.env, existing),
    existing,
  });
  const watched = guarded.flatMap((one) => one.watched ?? []);
  const writable = watched.map(({ root }) => root);
  const around = visibleSurroundings({
    executable,
    foundAs,
    cwd,
    home,
    network,
    readsNothing,
    emptied,
    writable,
    shown,
    secrets,
    granted: places,
    readable: readsNothing ? [] : readable.paths,
    closed: closedDirectories([home, ...homes], settings.env, existing),
    existing,
  });
  const environment =
    granted?.envFiles === true ? NO_FILES : environmentFiles([cwd, ...writable], purpose.git, existing);
  const hidden = [...secrets, ...privateFiles(shown, existing), ...environment.files];
  const temporary = temporaryFiles(around, [...writable, ...homes], request.tmp);
  const caches = cachesIn(emptied, [...writable, ...around.rebound, ...around.made], request.caches);
  return {
    ...around,
    network,
    cwd,
    executable,
    foundAs,
    emptied,
    writable,
    purpose,
    closed: [...(readsNothing ? [] : closedOf(homes, emptied, caches)), ...temporary.closed],
    temporary: temporary.files,
    caches,
    agent: granted?.agent,
    pinned: guarded.flatMap(({ pinned }) => pinned),
    protected: guarded.flatMap((paths) => paths.protected),
    watched,
    hidden: hidden.filter(({ path }) => !isLost(path, emptied, [...writable, ...around.rebound])),
    notes: [
      ...(access.unstated.includes('network') ? [NETWORK_UNKNOWN] : []),
      ...asked.notes,
      ...guarded.flatMap(({ notes }) => notes),
      ...readable.notes,
      ...environment.notes,
      ...(emptied.some((path) => isInside(path, cwd)) ? [`${cwd} ${HOLDS_HOME}`] : []),
      ...(readsNothing ? [READS_NOTHING] : []),
      ...(granted?.agent === undefined ? [] : [AGENT_OPEN]),
    ],
  };
}

/**
 * The place for temporary files: `/tmp`, unless something of the machine is mounted in it. Then `/tmp` itself accepts
 * none.
 */
function temporaryFiles(
  { rebound, made, links }: RunSurroundings,
  others: readonly string[],
  source: string | undefined,
): { readonly closed: readonly string[]; readonly files?: TemporaryFiles } {
  if (TEMPORARY === undefined) return { closed: [] };
  const directory = TEMPORARY;
  const kept = source === undefined ? {} : { source };
  const mounted = [...rebound, ...made, ...links.map(({ path }) => path), ...others];
  // Files made by one run must not redirect the mounts of the next.
  if (!mounted.some((path) => isInside(path, directory))) return { closed: [], files: { at: directory, ...kept } };
  return { closed: [directory], files: { at: join(directory, IN_TEMPORARY), ...kept } };
}

function closedOf(homes: readonly string[], emptied: readonly string[], caches: readonly TemporaryFiles[]): string[] {
  return homes.filter((path) => emptied.includes(path) && !caches.some(({ at }) => at === path));
}

/** Directories for caches, if their place is emptied and shows nothing of the machine. */
function cachesIn(emptied: readonly string[], shown: readonly string[], caches: readonly TemporaryFiles[] = []) {
  return caches.filter(({ at }) => isLost(at, emptied, shown) && !shown.some((other) => isInside(other, at)));
}

const AGENT_OPEN = 'The program may use your SSH agent, and with it open any Unix socket that it sees.';
const HOLDS_HOME =
  'is or contains the home directory, in which programs see nothing. Run it in a directory of your work.';

/** The places of people's settings and credentials, real and outermost: the homes, and the directories of `XDG_…`. */
function ownDirectories(home: string, { env, account }: HiddenAccount, existing: ExistingPath): string[] {
  const { XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME } = env;
  const named = [home, account, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME];
  const real = named.flatMap((path) => (path !== undefined && isAbsolute(path) ? (existing(path) ?? []) : []));
  const own = [...new Set(real)].filter((path) => !isSystemDirectory(path));
  return own.filter((path) => !own.some((other) => other !== path && isInside(path, other)));
}

/** The places that all programs may read, and directories that they may change, without the hidden ones. */
function readablePlaces(
  { readable = [], writableRoots, home }: SandboxRequest,
  homes: readonly string[],
  isSecret: (path: string) => boolean,
  existing: ExistingPath,
): { readonly paths: readonly string[]; readonly notes: readonly string[] } {
  const wanted = readable.map((path) => (path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path));
  const named = wanted.filter((path) => isAbsolute(path)).flatMap((path) => existing(path) ?? []);
  const roots = writableRoots.flatMap((path) => existing(path) ?? []);
  const inside = roots.filter((root) => !homes.some((directory) => isInside(directory, root)));
  return {
    paths: [...named, ...inside].filter((path) => !isSecret(path)),
    notes: named.filter(isSecret).map((path) => `${path} holds credentials, so "readable" does not open it.`),
  };
}

const OBEYED = 'it decides what programs may do here';

/**
 * Our directories of configuration, documents and records, real where they exist: no program may change what programs
 * may do.
 */
function ourDirectories(env: Environment, existing: ExistingPath): string[] {
  const { config, data, cache, state } = xdgPaths(env);
  const above = (path: string): string => existing(dirname(path)) ?? dirname(path);
  return [config, data, cache, state].map((path) => existing(path) ?? join(above(path), basename(path)));
}

/** Most entries checked in a writable directory; a large built repository has about 100,000. */
const MAX_ENTRIES = 300_000;

interface Guarding {
  readonly purpose: Purpose;
  readonly home: string;
  readonly secrets: readonly HiddenPath[];
  readonly own: readonly string[];
  readonly existing: ExistingPath;
}

/**
 * Checks the directories that should be writable. One stays closed if it is hidden, ours, or cannot be checked
 * completely.
 */
function guardRoots(roots: readonly string[], guarding: Guarding): readonly GuardedRoot[] {
  const hidden = guarding.secrets.map(({ path }) => path);
  return roots.map((root): GuardedRoot => {
    const isIn = (directory: string): boolean => isInside(root, directory);
    const closed = (note: string): GuardedRoot => ({ ...NOT_OPEN, notes: [note] });
    if (hidden.some(isIn)) return closed(`${root} is hidden from tools, so it is not writable.`);
    if (guarding.own.some(isIn)) return closed(`${root} is not writable: ${OBEYED}.`);
    return guard(root, guarding, new Set(hidden));
  });
}

interface GuardedRoot extends ProtectedPaths {
  /** Absent: it stays closed. */
  readonly watched?: WatchedRoot;
}

const NOT_OPEN: GuardedRoot = { protected: [], pinned: [], notes: [] };

function guard(root: string, { purpose, home, own, existing }: Guarding, hidden: ReadonlySet<string>): GuardedRoot {
  const found = survey(root, MAX_ENTRIES, hidden);
  if (found.cut) return { ...NOT_OPEN, notes: [tooLarge(root)] };
  const ours = own.filter((path) => isInside(path, root)).map((path): [string, string] => [path, OBEYED]);
  const configured = new Map([...configuredPlaces(root, found, home), ...ours]);
  const before = { ...found, places: withConfigured(found, configured) };
  const seen = before.places.filter(({ path }) => !hidden.has(path));
  const paths = protectedPaths(root, seen, purpose, existing);
  if (paths.protected.includes(root)) return { ...NOT_OPEN, notes: [...paths.notes, allGuarded(root)] };
  // A hidden path must not be moved away with its directory, to make room for another.
  const pinned = [...new Set([...paths.pinned, ...pinsOf([...hidden], root)])];
  return { ...paths, pinned, watched: { root, before, configured } };
}

function tooLarge(root: string): string {
  return `${root} is not writable: it has more than ${MAX_ENTRIES} files, too many to find those that other programs run. Allow a directory in it.`;
}

function allGuarded(root: string): string {
  return `${root} is not writable: other programs run what is in it.`;
}

function allSecrets(
  home: string,
  { env, account }: HiddenAccount,
  more: readonly string[],
  existing: ExistingPath,
): HiddenPath[] {
  const secrets = secretPaths(home, env, more, existing);
  const real = account === undefined ? null : existing(account);
  if (real === null || real === home) return secrets;
  const known = new Set(secrets.map(({ path }) => path));
  return [...secrets, ...secretPaths(real, {}, [], existing).filter(({ path }) => !known.has(path))];
}

const NETWORK_UNKNOWN = 'The document does not say whether the program uses the network, so it has none.';
const READS_NOTHING = 'The document says that the program reads no files, so it sees none of yours.';

/** Shared directories of a home: one inside may be a program's, the whole is not. */
const SHARED_IN_HOME: readonly string[] = [
  ...['.', '.config', '.cache', '.local', '.local/share', '.local/state', 'Desktop', 'Documents', 'Downloads'],
  ...['Music', 'Pictures', 'Public', 'Templates', 'Videos', 'Library', 'Library/Application Support'],
];

/** Directories that are never shown as a whole, and nothing above them. */
function closedDirectories(homes: readonly string[], env: Environment, existing: ExistingPath): string[] {
  const { XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME } = env;
  const named = [XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME].filter(
    (path) => path !== undefined && isAbsolute(path),
  );
  const shared = homes.flatMap((home) => SHARED_IN_HOME.map((name) => join(home, name)));
  return [...shared, ...named].flatMap((path) => (path === undefined ? [] : (existing(path) ?? [])));
}

function checkedDirectory(path: string, isSecret: (path: string) => boolean, existing: ExistingPath): string {
  const cwd = existing(path);
  if (cwd === null) throw new ExecutionError(`The working directory ${path} does not exist. Choose another one.`);
  if (isSecret(cwd)) throw new ExecutionError(`The working directory ${cwd} is hidden from tools. Choose another one.`);
  return cwd;
}

function checkProgram(executable: string, foundAs: string, existing: ExistingPath): void {
  if (existing(foundAs) === executable) return;
  throw new ExecutionError(`${foundAs} does not lead to ${executable} any more. Discover the tool again.`);
}

/** True when an emptied directory already hides a path. */
function isLost(path: string, emptied: readonly string[], shown: readonly string[]): boolean {
  return emptied.some((directory) => isInside(path, directory)) && !shown.some((other) => isInside(path, other));
}
