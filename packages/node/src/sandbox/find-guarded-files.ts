import { type BigIntStats, type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { allowedOr, unlessRefused } from '../files/system-error.ts';
import { GUARDED_INSIDE, VIRTUAL_ENVIRONMENT, whatRuns } from '@atip/core/internal';

/**
 * `repository`: a whole Git directory or a `.git` file; `config` names programs; `links` point Git elsewhere;
 * `operations` are started now and continued later; `fixed`: no command makes it; `packages`: package managers install
 * it; `settings`: all others.
 */
export type PlaceGroup = 'repository' | 'config' | 'links' | 'operations' | 'fixed' | 'packages' | 'settings';

/** Something that other programs run or obey. */
export interface SurveyEntry {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly group: PlaceGroup;
  readonly runs: string;
  /** Changes when the place is replaced. */
  readonly identity: string;
  /** Changes with the content; constant for a Git directory, because Git itself changes it. */
  readonly state: string;
  readonly target: string | undefined;
}

export interface Survey {
  readonly places: readonly SurveyEntry[];
  /** Git directories inside. */
  readonly repositories: readonly string[];
  /** Directories that we may not read. */
  readonly sealed: readonly string[];
  readonly entries: number;
  /** True: the limit cut the lists short. */
  readonly cut: boolean;
}

/** Files that Git obeys in one of its directories. */
const IN_GIT: readonly (readonly [name: string, group: PlaceGroup, runs: string])[] = [
  ['config', 'config', 'git runs programs that it names'],
  ['config.worktree', 'config', 'git runs programs that it names'],
  ['hooks', 'fixed', 'git runs what lies in it'],
  ['remotes', 'fixed', 'git sends to the addresses in it'],
  ['branches', 'fixed', 'git sends to the addresses in it'],
  ['info/attributes', 'fixed', 'git runs the filters that it names'],
  ['commondir', 'links', 'git takes configuration and hooks from where it leads'],
  ['gitdir', 'links', 'git obeys it'],
  ['rebase-merge', 'operations', 'git runs the commands in it when the rebase goes on'],
  ['rebase-apply', 'operations', 'git goes on with what is in it'],
  ['sequencer', 'operations', 'git goes on with what is in it'],
];

/** These contain only code that the project's user runs anyway; only their programs are checked. */
const NOT_ENTERED: ReadonlySet<string> = new Set(['node_modules', 'site-packages']);

/**
 * Finds files that other programs run or obey in a directory, at any depth. Links are not followed; guarded
 * directories, except Git's, are not entered. Synchronous: 20,000 files take about as long as starting bubblewrap.
 * @param root real path
 * @param skipped directories hidden from the program
 */
export function survey(root: string, limit: number, skipped: ReadonlySet<string> = new Set()): Survey {
  const walk: Walk = { places: new Map(), repositories: [], sealed: [], entries: 0, limit, skipped };
  const open = [root];
  for (let next = open.pop(); next !== undefined && walk.entries <= limit; next = open.pop()) {
    open.push(...look(next, walk));
  }
  const { repositories, sealed, entries } = walk;
  return { places: [...walk.places.values()], repositories, sealed, entries, cut: entries > limit };
}

/** A guarded place whose name does not reveal it, such as one in a configuration; null for a missing file. */
export function placeAt(path: string, group: PlaceGroup, runs: string, onlyItself = false): SurveyEntry | null {
  const stats = allowedOr(undefined, () => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  if (stats === undefined) return null;
  const { ino, birthtimeNs, ctimeNs, size, mode } = stats;
  const kind = kindOf(stats);
  const target = kind === 'link' ? allowedOr(undefined, () => readlinkSync(path)) : undefined;
  // Inode numbers are reused after removal.
  const identity = `${ino}-${birthtimeNs}-${kind}`;
  const state = onlyItself ? '' : `${ctimeNs}.${size}.${mode}`;
  return { path, kind, group, runs, identity, state, target };
}

interface Walk {
  readonly places: Map<string, SurveyEntry>;
  readonly repositories: string[];
  readonly sealed: string[];
  entries: number;
  readonly limit: number;
  readonly skipped: ReadonlySet<string>;
}

/** Records the guarded files of a directory and returns the subdirectories to search. */
function look(directory: string, walk: Walk): string[] {
  const entries = entriesOf(directory, walk);
  walk.entries += entries.length;
  const name = directory.slice(directory.lastIndexOf('/') + 1).toLowerCase();
  if (name === '.git' || isRepository(entries)) {
    const inside = lookIntoRepository(directory, entries, walk);
    // Search it anyway: a directory may imitate a repository to hide other files.
    if (name === '.git' || directory.includes('/.git/')) return inside;
  }
  const inside = GUARDED_INSIDE.get(name);
  const programs = entries.some((entry) => entry.name === 'pyvenv.cfg') ? VIRTUAL_ENVIRONMENT : undefined;
  const next: string[] = [];
  for (const entry of entries) {
    const lower = entry.name.toLowerCase();
    const path = `${directory}/${entry.name}`;
    const isDirectory = entry.isDirectory();
    const runs = inside?.get(lower) ?? programs?.get(lower) ?? whatRuns(entry.name) ?? whatLinkRuns(entry, lower);
    if (runs !== undefined) add(walk, path, lower === '.bin' || programs?.has(lower) ? 'packages' : 'settings', runs);
    else if (lower === '.git' && !isDirectory) add(walk, path, 'repository', 'git looks for the repository there');
    else if (isDirectory && !NOT_ENTERED.has(name) && !walk.skipped.has(path)) next.push(path);
  }
  return next;
}

/** A link that replaces a directory with guarded children points to such children. */
function whatLinkRuns(entry: Dirent, lower: string): string | undefined {
  return entry.isSymbolicLink() && GUARDED_INSIDE.has(lower) ? 'programs obey what lies where it leads' : undefined;
}

/** Git accepts any directory with these entries as its own. */
function isRepository(entries: readonly Dirent[]): boolean {
  const has = (name: string): boolean => entries.some((entry) => entry.name === name);
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')));
}

function lookIntoRepository(directory: string, entries: readonly Dirent[], walk: Walk): string[] {
  walk.repositories.push(directory);
  add(walk, directory, 'repository', 'git obeys its configuration and runs its hooks', true);
  for (const [name, group, runs] of IN_GIT) add(walk, join(directory, name), group, runs);
  return entries
    .filter((entry) => entry.isDirectory() && (entry.name === 'modules' || entry.name === 'worktrees'))
    .map((entry) => join(directory, entry.name));
}

function add(walk: Walk, path: string, group: PlaceGroup, runs: string, onlyItself = false): void {
  const place = placeAt(path, group, runs, onlyItself);
  if (place !== null) walk.places.set(path, place);
}

function kindOf(stats: Pick<BigIntStats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): SurveyEntry['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

function entriesOf(directory: string, walk: Walk): Dirent[] {
  return unlessRefused(
    () => readdirSync(directory, { withFileTypes: true }),
    (code) => {
      // A missing directory is no place. One that is unreadable, or whose name is not UTF-8, cannot be judged.
      if (code !== 'ENOENT' || directory.includes('\uFFFD')) walk.sealed.push(directory);
      return [];
    },
  );
}
