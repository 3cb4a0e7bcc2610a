import { dirname, isAbsolute, join, relative } from 'node:path';
import type { AtipEffects } from '@atip/core';
import { sandboxAccess } from '@atip/core/internal';
import { type ExistingPath, isInside, isSystemDirectory } from '../files/real-path.ts';
import { guardAround } from '@atip/core/internal';
import type { Purpose } from './judge-planted.ts';
import type { SurveyEntry } from './find-guarded-files.ts';

interface WritableRequest {
  /** Real paths, except for the roots. */
  readonly cwd: string;
  readonly home: string;
  readonly effects: AtipEffects;
  readonly writableRoots: readonly string[];
  readonly existing: ExistingPath;
}

interface WritablePaths {
  /** Real and existing; none is inside another. */
  readonly writable: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Decides what a program may change: the paths in its document, cut down to the person's roots. Never `/`, the whole
 * home, or the system; a dot-directory of the home only if a root is inside it. For a missing path the nearest
 * directory above counts.
 * @see ATIP 0.3 §3.6
 */
export function writablePaths(request: WritableRequest): WritablePaths {
  const { changes, unstated } = sandboxAccess(request.effects);
  if (changes === 'nothing') return { writable: [], notes: reasonsForNothing(request.effects, unstated) };
  const { existing } = request;
  const roots = request.writableRoots.flatMap((root) => existing(root) ?? []);
  const notes: string[] = [];
  const allowed = (changes === 'working-directory' ? [request.cwd] : changes).flatMap((declared) => {
    const decision = decide(declared, roots, request);
    notes.push(...decision.notes);
    return decision.writable;
  });
  return { writable: withoutNested(allowed), notes: [...new Set(notes)] };
}

const UNKNOWN = 'The document does not say whether the program changes files, so it can change none.';
const NO_PATH = 'The document names no path that the program changes, so it can change none.';

function reasonsForNothing({ filesystem }: AtipEffects, unstated: readonly string[]): string[] {
  if (unstated.includes('changes')) return [UNKNOWN];
  return filesystem?.paths?.length === 0 && (filesystem.write === true || filesystem.delete === true) ? [NO_PATH] : [];
}

function decide(declared: string, roots: readonly string[], request: WritableRequest): WritablePaths {
  const name = JSON.stringify(declared);
  if (declared.includes('\0')) return { writable: [], notes: [`${name} is no path, so it is not writable.`] };
  const wanted = absolutePath(declared, request);
  const { existing } = request;
  const found = existing(wanted);
  const nearest = found ?? nearestExisting(dirname(wanted), existing);
  const isMissing = found === null;
  // A missing path outside the roots opens nothing inside them.
  const cut = roots.flatMap((root) => (isMissing && !isInside(nearest, root) ? [] : intersect(nearest, root)));
  if (cut.length === 0) return { writable: [], notes: [`${name} is not among the directories that may be changed.`] };
  const refused = cut.flatMap((path) => refusal(path, roots, request.home) ?? []);
  const writable = cut.filter((path) => refusal(path, roots, request.home) === undefined);
  const notes = refused.map((reason) => `${name} is not writable: ${reason}.`);
  if (isMissing && writable.length > 0) {
    notes.push(`${name} does not exist, so ${writable.join(', ')} is writable as a whole.`);
  } else if (writable.some((path) => path !== nearest)) {
    notes.push(`Of ${name} only ${writable.join(', ')} is writable.`);
  }
  return { writable, notes };
}

function absolutePath(declared: string, { cwd, home }: WritableRequest): string {
  if (declared === '~' || declared.startsWith('~/')) return join(home, declared.slice(1));
  return isAbsolute(declared) ? join(declared) : join(cwd, declared);
}

function nearestExisting(path: string, existing: ExistingPath): string {
  return existing(path) ?? nearestExisting(dirname(path), existing);
}

function intersect(path: string, root: string): string[] {
  if (isInside(path, root)) return [path];
  return isInside(root, path) ? [root] : [];
}

function refusal(path: string, roots: readonly string[], home: string): string | undefined {
  if (path === home || isInside(home, path)) return 'it is or contains the whole home directory';
  if (isSystemDirectory(path)) return 'it belongs to the system';
  const guard = guardAround(path);
  if (guard !== undefined) return `${guard.place} decides what other programs run`;
  if (!isInside(path, home)) return undefined;
  const [first = ''] = path.slice(home.length + 1).split('/');
  const named = roots.some((root) => isInside(root, join(home, first)));
  return first.startsWith('.') && !named
    ? 'it lies in a directory of settings that was not allowed by its name'
    : undefined;
}

export interface ProtectedPaths {
  /** Must be read-only; none is inside another. */
  readonly protected: readonly string[];
  /** Writable directories in between, which must not be moved away with the protected paths in them. */
  readonly pinned: readonly string[];
  readonly notes: readonly string[];
}

/** Most mounts of one run; bubblewrap needs about a millisecond for each. */
const MAX_MOUNTS = 300;

/**
 * Decides which files that other programs run or obey stay read-only inside a writable directory. A Git directory is
 * read-only as a whole unless the command is Git's. If too many mounts were needed, the fullest first-level directories
 * are closed. Limits: a mount cannot protect a missing file or a link itself; both are checked after the run. @param
 * writable real path @param places findings of `survey`
 */
export function protectedPaths(
  writable: string,
  places: readonly SurveyEntry[],
  purpose: Purpose,
  existing: ExistingPath,
  maxMounts: number = MAX_MOUNTS,
): ProtectedPaths {
  const found = places
    .filter((place) => isReadOnly(place, purpose))
    .flatMap(({ path, kind }) => (kind === 'link' ? (existing(path) ?? []) : [path]))
    .filter((path) => isInside(path, writable));
  const outer = withoutNested(found);
  const crowded = crowdedDirectories(outer, writable, maxMounts);
  const paths = withoutNested([...outer, ...crowded]);
  const notes = crowded.map(
    (path) => `${path} is read-only as a whole: too much in it is run by other programs to protect each.`,
  );
  return { protected: paths, pinned: pinsOf(paths, writable), notes };
}

function isReadOnly({ group, kind }: SurveyEntry, { git, makes }: Purpose): boolean {
  if (group === 'repository') return kind === 'directory' ? !git : !makes.has('links');
  return !makes.has(group);
}

/** In one pass over sorted paths, where a directory's content follows it. */
function withoutNested(paths: readonly string[]): string[] {
  const kept: string[] = [];
  for (const path of [...new Set(paths)].toSorted(byParts)) {
    const last = kept.at(-1);
    if (last === undefined || !isInside(path, last)) kept.push(path);
  }
  return kept;
}

/** Compares as if a slash came before every other character. */
function byParts(one: string, other: string): number {
  const [first, second] = [one.replaceAll('/', '\0'), other.replaceAll('/', '\0')];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** The directories to close as a whole so that few enough mounts remain; in the extreme the outermost one. */
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

/** The directories strictly between a directory and the protected paths in it. */
export function pinsOf(paths: readonly string[], directory: string): string[] {
  const pins = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); isInside(at, directory) && at !== directory && path !== directory; at = dirname(at)) {
      pins.add(at);
    }
  }
  return [...pins];
}
