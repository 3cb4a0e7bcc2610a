import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';
import { isInside, resolveExisting } from '../files/real-path.ts';
import type { SandboxProfile } from './sandbox-profile.ts';
import type { MakeWriteGuard } from './seccomp-filter.ts';

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
