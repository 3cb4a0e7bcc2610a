import { dirname, join, relative } from 'node:path';
import { isInside } from '../files/is-inside.ts';
import type { Purpose } from '../planted/judge-planted.ts';
import type { Place } from '../planted/survey.ts';
import { resolveExisting } from './known-places.ts';

export interface ProtectedPaths {
  /** To be read-only; none lies in another. */
  readonly protected: readonly string[];
  /** Writable directories between, which must not be moved away with what is protected in them. */
  readonly pinned: readonly string[];
  readonly notes: readonly string[];
}

/** Mounts of one run; bubblewrap takes about a millisecond for each. */
const MAX_MOUNTS = 300;

/**
 * Decides what stays read-only inside a writable directory, of what other programs run or obey in it.
 *
 * A Git directory is read-only as a whole unless the command is one of Git, and then all of it that Git obeys. Where there
 * would be too many mounts, whole directories of the first level become read-only, those with the most such places first.
 * Limits: what does not exist cannot be protected, because a mount needs something to lie upon, and we create nothing in
 * a person's directory; nor can a link, only where it leads. Both are found after the run.
 * @param writable real path
 * @param places what `survey` found in it
 */
export function protectedPaths(
  writable: string,
  places: readonly Place[],
  purpose: Purpose,
  maxMounts: number = MAX_MOUNTS,
): ProtectedPaths {
  const found = places
    .filter((place) => isReadOnly(place, purpose))
    .flatMap(({ path, kind }) => (kind === 'link' ? (resolveExisting(path) ?? []) : [path]))
    .filter((path) => isInside(path, writable));
  const outer = withoutNested(found);
  const crowded = crowdedDirectories(outer, writable, maxMounts);
  const paths = withoutNested([...outer, ...crowded]);
  const notes = crowded.map(
    (path) => `${path} is read-only as a whole: too much in it is run by other programs to protect each.`,
  );
  return { protected: paths, pinned: pinsOf(paths, writable), notes };
}

function isReadOnly({ group, kind }: Place, { git, makes }: Purpose): boolean {
  if (group === 'repository') return kind === 'directory' ? !git : !makes.has('links');
  return !makes.has(group);
}

/** In one pass over sorted paths, where what a directory holds follows it. */
function withoutNested(paths: readonly string[]): string[] {
  const kept: string[] = [];
  for (const path of [...new Set(paths)].toSorted(byParts)) {
    const last = kept.at(-1);
    if (last === undefined || !isInside(path, last)) kept.push(path);
  }
  return kept;
}

/** As if a slash came before every other character. */
function byParts(one: string, other: string): number {
  const [first, second] = [one.replaceAll('/', '\0'), other.replaceAll('/', '\0')];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** The directories to be closed as a whole so that few enough mounts are left; at the end the one that holds them all. */
function crowdedDirectories(paths: readonly string[], directory: string, maxMounts: number): string[] {
  const mounts = [...paths, ...pinsOf(paths, directory)];
  const counts = new Map<string, number>();
  for (const path of mounts) {
    const [first = ''] = relative(directory, path).split('/');
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  let left = mounts.length;
  const closed: string[] = [];
  for (const [name, count] of [...counts].toSorted(([, one], [, other]) => other - one)) {
    if (left <= maxMounts || count === 1) break;
    closed.push(join(directory, name));
    left -= count - 1;
  }
  return left <= maxMounts ? closed : [directory];
}

/** The directories strictly between a directory and what is protected in it. */
function pinsOf(paths: readonly string[], directory: string): string[] {
  const pins = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); isInside(at, directory) && at !== directory && path !== directory; at = dirname(at)) {
      pins.add(at);
    }
  }
  return [...pins];
}
