import type { PipeDefence } from './named-pipes.ts';
import type { SandboxProfile } from './sandbox-profile.ts';
import { WRITE_GUARD_PATH } from './write-guard.ts';

/** Numbers of the file descriptors that bubblewrap reads from and writes to. */
export interface SandboxDescriptors {
  /** The filter of system calls. */
  readonly filter: number;
  /** The first of as many as there are hidden files, each without content. */
  readonly empty: number;
  /** The guard, a program that starts before the run's own. */
  readonly guard?: number;
  /** Where it says whether the program was started. */
  readonly report: number;
}

/** Bytes of memory that the files of one scratch directory may take. */
const SCRATCH_SIZE = '1073741824';

/** Files of the kernel that root could write although it has no capability, from which it would reach the machine. */
const KERNEL_FILES: readonly string[] = ['/proc/sysrq-trigger', '/proc/mtrr', '/proc/scsi', '/proc/acpi', '/proc/fs'];

/**
 * Writes a profile as arguments of bubblewrap, all but the program and its own.
 *
 * Everything is read-only first; then directories are laid over one another, parents before children.
 */
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
    ...(guard === undefined ? [] : ['--perms', '0555', '--ro-bind-data', String(guard), WRITE_GUARD_PATH]),
    ...profile.hidden.filter(({ directory }) => directory).flatMap(({ path }) => ['--remount-ro', path]),
    ...[
      '--clearenv',
      ...Object.entries({ ...env, TMPDIR: pipes.scratch ?? '/tmp' }).flatMap(([name, value]) => [
        '--setenv',
        name,
        value,
      ]),
    ],
    ...['--chdir', profile.cwd, '--seccomp', String(descriptors.filter)],
    ...['--json-status-fd', String(descriptors.report)],
  ];
}

interface Mount {
  readonly path: string;
  readonly args: readonly string[];
}

function mounts(profile: SandboxProfile, empty: number, { scratch, covered }: Omit<PipeDefence, 'guard'>): string[] {
  const files = profile.hidden.filter(({ directory }) => !directory);
  // In this order where the paths are equal: what hides or protects comes last.
  const all: Mount[] = [
    ...profile.emptied.map((path) => ({ path, args: ['--perms', '1777', '--size', SCRATCH_SIZE, '--tmpfs', path] })),
    ...profile.rebound.map((path) => ({ path, args: ['--ro-bind', path, path] })),
    ...covered.map((path) => ({ path, args: ['--ro-bind', '/dev/null', path] })),
    ...(scratch ? [{ path: scratch, args: ['--perms', '1777', '--dir', scratch] }] : []),
    ...profile.made.map((path) => ({ path, args: ['--dir', path] })),
    ...profile.links.map((path) => ({ path, args: ['--symlink', profile.executable, path] })),
    ...[...profile.writable, ...profile.pinned].map((path) => ({ path, args: ['--bind', path, path] })),
    ...profile.protected.map((path) => ({ path, args: ['--ro-bind', path, path] })),
    ...profile.hidden
      .filter(({ directory }) => directory)
      .map(({ path }) => ({ path, args: ['--perms', '0755', '--size', '4096', '--tmpfs', path] })),
    ...files.map(({ path }, index) => ({ path, args: ['--ro-bind-data', String(empty + index), path] })),
  ];
  return all.toSorted((first, second) => first.path.length - second.path.length).flatMap(({ args }) => args);
}
