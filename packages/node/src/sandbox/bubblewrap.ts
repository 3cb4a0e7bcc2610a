import { readdirSync, statSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside, resolveExisting } from '../files/real-path.ts';
import { systemErrorCode, unlessRefusedLater } from '../files/system-error.ts';
import type { HolderReport, Launch, WrapLaunch } from '../process/launch-types.ts';
import type { SandboxProfile } from './sandbox-profile.ts';
import type { RunProxy } from './sandbox.ts';
import { type MakeWriteGuard, WRITE_GUARD_PATH } from './seccomp-filter.ts';

/**
 * The system's directories of programs. Not the PATH: an attacker who chooses the program that builds the sandbox has
 * no sandbox.
 */
const TRUSTED: readonly string[] = ['/usr/bin', '/usr/local/bin', '/run/wrappers/bin', '/run/current-system/sw/bin'];

/**
 * Finds a bubblewrap that only the system's owner can have installed: it and every directory above belong to `owner` or
 * root and no other user can write them, or the directory has the sticky bit.
 * @param owner user id. Absent: root.
 * @returns its real path, or null.
 */
export async function findBubblewrap(directories: readonly string[] = TRUSTED, owner = 0): Promise<string | null> {
  for (const directory of directories) {
    const path = await unlessRefusedLater(realpath(join(directory, 'bwrap')), () => null);
    if (path !== null && (await isTrusted(path, owner))) return path;
  }
  return null;
}

async function isTrusted(path: string, owner: number): Promise<boolean> {
  const stats = await lstat(path);
  if (!stats.isFile() || (stats.mode & 0o111) === 0 || (stats.mode & 0o022) !== 0) return false;
  if (stats.uid !== 0 && stats.uid !== owner) return false;
  return isTrustedDirectory(dirname(path), owner);
}

async function isTrustedDirectory(path: string, owner: number): Promise<boolean> {
  const { mode, uid } = await lstat(path);
  const exclusive = (mode & 0o022) === 0 || (mode & 0o1000) !== 0;
  if (!exclusive || (uid !== 0 && uid !== owner)) return false;
  return path === dirname(path) || isTrustedDirectory(dirname(path), owner);
}

const NOTHING = new Uint8Array();

/** It reports an end only for a program that was started. */
const isEnded = (report: string): boolean => report.includes('"exit-code"');
const REPORT: HolderReport = { pipes: 1, wasStarted: isEnded };
/** The guard has a descriptor of its own to report that it started nothing. */
const REPORT_WITH_GUARD: HolderReport = {
  pipes: 2,
  wasStarted: (report) => isEnded(report) && !report.includes('refused'),
};

/**
 * Makes the wrap that puts a program into bubblewrap. Environment and paths go through a pipe, because every user can
 * read the command line. The program starts by its found path (bubblewrap 0.8 cannot give it another name), through the
 * guard if there is one.
 * @param bubblewrap absolute path
 * @param filter see `seccompFilter`
 * @param proxy needs the guard, which opens its port
 */
export function wrapWithBubblewrap(
  bubblewrap: string,
  filter: Uint8Array,
  profile: SandboxProfile,
  { guard, ...pipes }: PipeDefence,
  proxy?: RunProxy,
): WrapLaunch {
  const listener = (channel: number) => proxy && { port: proxy.port, channel };
  const empties = profile.hidden.filter(({ directory }) => !directory).map(() => NOTHING);
  return (launch: Launch): Launch => {
    const next = 5 + empties.length;
    const report = guard === undefined ? next : next + 1;
    const descriptors = { filter: 4, empty: 5, report, guard: guard && next };
    const args = bubblewrapArguments(profile, launch.env, descriptors, pipes);
    const text = new TextEncoder().encode(args.map((arg) => `${arg}\0`).join(''));
    return {
      file: bubblewrap,
      argv0: 'bwrap',
      args: ['--args', '3', '--', ...(guard ? [WRITE_GUARD_PATH] : []), profile.foundAs, ...launch.args],
      cwd: '/',
      env: {},
      inherited: [text, filter, ...empties, ...(guard ? [guard(report + 1, listener(report + 2))] : [])],
      reports: guard ? REPORT_WITH_GUARD : REPORT,
      onListener: guard && proxy?.onListener,
    };
  };
}

/** Numbers of the file descriptors that bubblewrap reads from and writes to. */
interface SandboxDescriptors {
  readonly filter: number;
  /** The first of one descriptor for each hidden file, without content. */
  readonly empty: number;
  /** The guard, a program that starts before the run's own. */
  readonly guard?: number | undefined;
  readonly report: number;
}

/** The place of the agent's socket in the run, apart from other sockets. */
const AGENT_PATH = '/dev/ssh-agent';

/** Most bytes of memory for the files of one scratch directory. */
const SCRATCH_SIZE = '1073741824';

/** Kernel files that root could write even without capabilities, and thereby reach the machine. */
const KERNEL_FILES: readonly string[] = ['/proc/sysrq-trigger', '/proc/mtrr', '/proc/scsi', '/proc/acpi', '/proc/fs'];

/** Converts a profile to bubblewrap's arguments: everything read-only, then the directories, parents first. */
export function bubblewrapArguments(
  profile: SandboxProfile,
  env: Readonly<Record<string, string>>,
  descriptors: SandboxDescriptors,
  pipes: Omit<PipeDefence, 'guard'>,
): string[] {
  const { guard } = descriptors;
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', ...(profile.network ? ['--share-net'] : [])],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'sandbox'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'],
    ...KERNEL_FILES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...mounts(profile, descriptors.empty, pipes),
    ...(profile.agent === undefined ? [] : ['--ro-bind', profile.agent, AGENT_PATH]),
    ...(guard === undefined ? [] : ['--perms', '0555', '--ro-bind-data', String(guard), WRITE_GUARD_PATH]),
    ...profile.hidden.filter(({ directory }) => directory).flatMap(({ path }) => ['--remount-ro', path]),
    ...profile.closed.flatMap((path) => ['--remount-ro', path]),
    '--clearenv',
    ...Object.entries({
      ...env,
      TMPDIR: profile.temporary?.at ?? '/tmp',
      SSH_AUTH_SOCK: profile.agent === undefined ? env['SSH_AUTH_SOCK'] : AGENT_PATH,
    }).flatMap(([name, value]) => (value === undefined ? [] : ['--setenv', name, value])),
    ...['--chdir', profile.cwd, '--seccomp', String(descriptors.filter)],
    ...['--json-status-fd', String(descriptors.report)],
  ];
}

/** @param source Absent: an empty one, removed with the run. */
function ownDirectory(path: string, source: string | undefined): string[] {
  if (source !== undefined) return ['--bind', source, path];
  return ['--perms', '1777', '--size', SCRATCH_SIZE, '--tmpfs', path];
}

function mounts(profile: SandboxProfile, empty: number, { covered }: Omit<PipeDefence, 'guard'>): string[] {
  const { temporary } = profile;
  const fresh = [...new Set([...profile.emptied, ...(temporary ? [temporary.at] : [])])];
  const files = profile.hidden.filter(({ directory }) => !directory);
  // In this order for equal paths: mounts that hide or protect come last.
  const all: { readonly path: string; readonly args: readonly string[] }[] = [
    ...fresh.map((path) => ({ path, args: ownDirectory(path, path === temporary?.at ? temporary.source : undefined) })),
    ...profile.caches.map(({ at, source }) => ({ path: at, args: ownDirectory(at, source) })),
    ...profile.rebound.map((path) => ({ path, args: ['--ro-bind', path, path] })),
    ...covered.map((path) => ({ path, args: ['--ro-bind', '/dev/null', path] })),
    ...profile.made.map((path) => ({ path, args: ['--dir', path] })),
    ...profile.links.map(({ path, target }) => ({ path, args: ['--symlink', target, path] })),
    ...[...profile.writable, ...profile.pinned].map((path) => ({ path, args: ['--bind', path, path] })),
    ...profile.protected.map((path) => ({ path, args: ['--ro-bind', path, path] })),
    ...profile.hidden
      .filter(({ directory }) => directory)
      .map(({ path }) => ({ path, args: ['--perms', '0755', '--size', '4096', '--tmpfs', path] })),
    ...files.map(({ path, sealed }, index) => ({
      path,
      args: [...(sealed === true ? ['--perms', '0000'] : []), '--ro-bind-data', String(empty + index), path],
    })),
  ];
  return all.toSorted((first, second) => first.path.length - second.path.length).flatMap(({ args }) => args);
}

/** Keeps a run from writing into named pipes of other programs, which a read-only mount does not prevent. */
export interface PipeDefence {
  /** Makes the program that starts first. Absent without Landlock in the kernel. */
  readonly guard?: (report: number, listener?: Parameters<MakeWriteGuard>[2]) => Uint8Array;
  /** Pipes that are covered by an unopenable file. */
  readonly covered: readonly string[];
  /** Remaining limits, one sentence each. */
  readonly notes: readonly string[];
}

/** Made for each run; they contain no foreign pipes. */
const DEVICES_AND_PROCESSES: readonly string[] = ['/dev', '/proc'];

/**
 * Lets Landlock refuse opening anything for writing, except below directories that are writable or made for the run.
 * Limits: Landlock allows everything below a directory. An emptied one counts as writable only if it shows nothing of
 * the machine, else a new directory in it does. In a writable directory all pipes are writable.
 */
export function guardPipes(profile: SandboxProfile, makeGuard: MakeWriteGuard): PipeDefence {
  const shown = profile.rebound.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false);
  const isWhole = (directory: string): boolean => !shown.some((path) => isInside(path, directory));
  const fresh = [...profile.emptied, ...profile.made].filter((path) => isWhole(path) && !profile.closed.includes(path));
  const temporary = [...profile.caches, ...(profile.temporary ? [profile.temporary] : [])].map(({ at }) => at);
  const places = [...new Set([...DEVICES_AND_PROCESSES, ...fresh, ...temporary, ...profile.writable])];
  return { guard: (report, listener) => makeGuard(places, report, listener), covered: [], notes: [] };
}

/** Most directory entries checked in one search: about 100 ms. */
const MAX_ENTRIES = 20_000;

/**
 * Covers the named pipes that it finds, for kernels without Landlock. Limits: searches around the working directory,
 * the home and the program, 20,000 entries. A pipe made during the run stays open; if one is removed before bubblewrap
 * covers it, the run fails.
 */
export function coverPipes(profile: SandboxProfile, home: string, maxEntries: number = MAX_ENTRIES): PipeDefence {
  const around = [profile.cwd, home, dirname(profile.executable)].flatMap((path) => resolveExisting(path) ?? []);
  const { pipes, complete } = findPipes([...new Set(around)], maxEntries);
  const places = around.join(', ');
  return {
    covered: pipes.filter((path) => isReadOnly(path, profile)),
    notes: [
      complete
        ? `This kernel has no Landlock, so the program can write into named pipes outside of ${places}, and into new ones.`
        : `This kernel has no Landlock, so the program can write into named pipes: ${places} are too large to find all.`,
    ],
  };
}

function isReadOnly(path: string, { emptied, hidden, writable, rebound }: SandboxProfile): boolean {
  const hides = [...emptied, ...hidden.map((secret) => secret.path), ...writable];
  const deepest = [...hides, ...rebound]
    .filter((directory) => isInside(path, directory))
    .toSorted((first, second) => second.length - first.length)[0];
  return deepest === undefined || !hides.includes(deepest);
}

function findPipes(roots: readonly string[], maxEntries: number): { pipes: string[]; complete: boolean } {
  const pipes = new Set<string>();
  const seen = new Set(roots);
  let left = maxEntries;
  // The set grows during the loop.
  for (const directory of seen) {
    for (const entry of entriesOf(directory)) {
      left -= 1;
      if (left < 0) return { pipes: [...pipes], complete: false };
      const path = join(directory, entry.name);
      if (entry.isFIFO()) pipes.add(path);
      else if (entry.isDirectory()) seen.add(path);
    }
  }
  return { pipes: [...pipes], complete: true };
}

const UNREADABLE: ReadonlySet<string | undefined> = new Set(['EACCES', 'ENOENT', 'ENOTDIR']);

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    // Removed meanwhile, or unreadable for us.
    if (!UNREADABLE.has(systemErrorCode(error))) throw error;
    return [];
  }
}
