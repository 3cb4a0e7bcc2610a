import { createHash } from 'node:crypto';
import { type Stats, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UNKNOWN, foldPath, segmentsMeet } from '@atip/core/internal';
import type { LostFile, ProjectView, SavedView } from '@atip/shell';
import { isOnlyOurs } from '../files/file-owners.ts';
import { isInside } from '../files/real-path.ts';
import { unlessRefused } from '../files/system-error.ts';
import { type HeadReader, UnreadRepository, openHead, readIndex, readWhole } from './git-objects.ts';
import { statsOf } from './package-files.ts';
import { PYTHON_LOCKS } from './python-packages.ts';
import { workTreeAround } from './repositories.ts';

/** Most files and directories that are checked for one line; then most bytes of one of its files, and of all. */
const MAX_ENTRIES = 2_000;
const MAX_FILE = 20_971_520;
const MAX_BYTES = 67_108_864;

const UNTOLD = 'and it is not known whether git could bring it back';
const TOO_MANY = 'which are too many files to check';

interface SavedFiles {
  readonly project: ProjectView & { readonly since?: number | undefined };
  readonly realPath: (path: string) => string | undefined;
}

/** The files of a work tree that git knows. */
interface Saved {
  readonly head: HeadReader;
  /** The paths of the index. */
  readonly tracked: () => readonly string[];
}

/** A place in the project. */
interface PathInTree {
  /** Real, except the last step. */
  readonly path: string;
  /** The work tree around it, real. */
  readonly tree: string;
  readonly isDeleted: boolean;
}

/**
 * Tells for one line why files would be lost. Git brings back the project's files that equal HEAD's if the object
 * exists and they have one name and no link on their path. Temporary files of the session, and directories that builds
 * make again, may be deleted too. Reads files alone and runs nothing.
 */
export function createSavedView({ project, realPath }: SavedFiles): SavedView {
  const isOfSession = createSessionFiles(project.since, realPath);
  const repositories = new Map<string, Saved | undefined>();
  let [entries, bytes] = [0, 0];

  const count = (): void => {
    entries += 1;
    if (entries > MAX_ENTRIES) throw new TooMany();
  };

  const savedIn = (tree: string): Saved => {
    if (!repositories.has(tree)) {
      repositories.set(tree, undefined);
      const head = openHead(tree);
      let tracked: readonly string[] | undefined;
      repositories.set(tree, { head, tracked: () => (tracked ??= readIndex(head.own, head.algorithm)) });
    }
    const found = repositories.get(tree);
    if (!found) throw new UnreadRepository(tree);
    return found;
  };

  /** A sentence instead of a place: the path is not in the project, or not in a trusted one. */
  const placeOf = (path: string, isDeleted: boolean): PathInTree | string => {
    const { root } = project;
    const directory = realPath(dirname(path));
    const name = basename(path);
    if (directory === undefined || root === undefined || name === '.' || name === '..' || name === '') return UNTOLD;
    const isTrusted = project.whyForeign(root) === undefined;
    if (isTrusted ? project.whyForeign(directory) !== undefined : !isInside(directory, root))
      return 'which lies outside of this project';
    if (!isTrusted) return 'which is in a project that nobody has trusted';
    const tree = workTreeAround(directory);
    if (tree === undefined) return 'which no git repository holds';
    const top = isInside(directory, root) ? root : tree;
    // A link of the project could lead elsewhere when the line runs.
    const written = dirname(foldPath(path));
    const outer = [written, ...upwards(written)].findLast((one) => realPath(one) === top);
    if (outer === undefined || `${top}${written.slice(outer.length)}` !== directory) return 'to which a link leads';
    return { path: join(directory, name), tree, isDeleted };
  };

  const whyPlace = ({ path, isDeleted }: Pick<LostFile, 'path' | 'isDeleted'>): string | undefined => {
    const trimmed = path.replace(/(?<=[^/])\/+$/, '');
    const stats = look(trimmed);
    if (stats === undefined) return undefined;
    if (stats === 'hidden') return UNTOLD;
    if (isOfSession(trimmed, stats, isDeleted)) return whyTemporary(trimmed, stats, isDeleted);
    const place = placeOf(trimmed, isDeleted);
    return typeof place === 'string' ? place : whyEntry(place, stats);
  };

  const whyTemporary = (path: string, stats: Stats, isDeleted: boolean): string | undefined => {
    count();
    if (!stats.isDirectory()) return undefined;
    for (const name of namesIn(path)) {
      const inside = join(path, name);
      const found = look(inside);
      const isOurs = found !== undefined && found !== 'hidden' && isOfSession(inside, found, isDeleted);
      const why = isOurs ? whyTemporary(inside, found, isDeleted) : 'which is not of this session';
      if (why !== undefined && found !== undefined)
        return why.startsWith('which holds ') ? why : `which holds ${inside}, ${why}`;
    }
    return undefined;
  };

  const whyEntry = (place: PathInTree, stats: Stats): string | undefined => {
    count();
    const { path, tree, isDeleted } = place;
    const { head, tracked } = savedIn(tree);
    if (isDeleted && isBuiltAgain(path, { tree, head, tracked })) return undefined;
    if (stats.isDirectory()) return whyDirectory(place);
    const isOurs = process.getuid === undefined || stats.uid === process.getuid();
    if (!isOurs) return 'which belongs to another user';
    const local = path.slice(tree.length + 1);
    const entry = head.entriesOf(parentOf(local)).get(basename(path));
    if (entry === undefined || entry.mode === 'tree' || entry.mode === 'commit')
      return tracked().includes(local) ? 'which git has not saved' : 'which git does not know';
    if (stats.isSymbolicLink()) {
      // Writing changes the file to which the link leads.
      if (!isDeleted) return 'which is a link';
      const isSame = entry.mode === 'link' && idOf(Buffer.from(readlinkSync(path)), head) === entry.id;
      return isSame && head.has(entry.id) ? undefined : 'which is a link that git has not saved';
    }
    if (!stats.isFile() || entry.mode !== 'file') return 'which git has not saved';
    if (stats.nlink !== 1) return 'which has another name';
    bytes += stats.size;
    if (stats.size > MAX_FILE || bytes > MAX_BYTES) return 'which is too large to be compared with what git has saved';
    const content = readWhole(path, MAX_FILE);
    if (content === undefined || idOf(content, head) !== entry.id) return 'which git has not saved';
    return head.has(entry.id) ? undefined : 'which git has lost';
  };

  const whyDirectory = (place: PathInTree): string | undefined => {
    for (const name of namesIn(place.path)) {
      if (name.toLowerCase() === '.git') return 'which holds a repository';
      const path = join(place.path, name);
      const stats = look(path);
      const why = stats === 'hidden' ? UNTOLD : stats && whyEntry({ ...place, path }, stats);
      if (why !== undefined) return why.startsWith('which holds ') ? why : `which holds ${shown(path, place)}, ${why}`;
    }
    return undefined;
  };

  /** Checks every file that a glob matches. */
  const whyPattern = (path: string, isDeleted: boolean, isSplit: boolean): string | undefined => {
    const steps = path.split('/');
    const first = steps.findIndex((step) => /[*?[]/.test(step));
    if (first < 0) return whyPlace({ path, isDeleted });
    const directory = steps.slice(0, first).join('/');
    const step = steps[first] ?? '';
    const rest = steps.slice(first + 1);
    for (const name of namesIn(directory || '/')) {
      count();
      if (!segmentsMeet(step, name)) continue;
      if (isSplit && IS_SPLIT.test(name)) return UNTOLD;
      const literal = name.replace(/[*?[]/g, '?');
      const why =
        rest.length === 0
          ? whyPlace({ path: `${directory}/${name}`, isDeleted })
          : whyPattern([directory, literal, ...rest].join('/'), isDeleted, isSplit);
      if (why !== undefined) return why;
    }
    return undefined;
  };

  return {
    whyLost({ path, isPattern, isSplit, isDeleted }) {
      if (path.includes(UNKNOWN) || !path.startsWith('/')) return 'which is not known before the line runs';
      if (isPattern && ALL_TEMPORARY.test(path)) return 'which may be temporary files of others';
      try {
        return isPattern ? whyPattern(path, isDeleted, isSplit) : whyPlace({ path, isDeleted });
      } catch (error) {
        if (error instanceof TooMany) return TOO_MANY;
        if (error instanceof UnreadRepository) return UNTOLD;
        throw error;
      }
    },
  };
}

/** `/tmp/*` has what everything on this machine puts there. */
const ALL_TEMPORARY = /^\/+tmp\/+[*?[]/;

/** Characters at which a shell or xargs splits a name, and characters of globs. */
const IS_SPLIT = /[\s*?[\\'"]/;

class TooMany extends Error {}

function idOf(content: Buffer, { algorithm }: HeadReader): string {
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** Undefined: nothing is there. */
function look(path: string): Stats | undefined | 'hidden' {
  return unlessRefused(
    () => lstatSync(path, { throwIfNoEntry: false }),
    (code) => (code === 'ENOTDIR' ? undefined : 'hidden'),
  );
}

/** @throws TooMany, UnreadRepository for a directory that nobody may read */
function namesIn(directory: string): readonly string[] {
  return unlessRefused(
    () => readdirSync(directory),
    (code) => {
      if (code === 'ENOENT' || code === 'ENOTDIR') return [];
      throw new UnreadRepository(directory);
    },
  );
}

function upwards(path: string): readonly string[] {
  const all: string[] = [];
  for (let at = path; at !== dirname(at); at = dirname(at)) all.push(dirname(at));
  return all;
}

function parentOf(local: string): string {
  return local.slice(0, Math.max(local.lastIndexOf('/'), 0));
}

function shown(path: string, { tree }: PathInTree): string {
  return path.slice(tree.length + 1);
}

/** Ms by which clocks of files may differ. */
const LEEWAY = 2_000;

const TEMPORARY = '/tmp';

/**
 * Tells which temporary files belong to an agent's session: files of this user below `/tmp` that were born after the
 * session was first seen, with one name, and with no link and no directory of others on their path. A line of the
 * session made them, or a program beside it that puts its files where nothing is kept.
 *
 * @param since ms; absent: no session is known
 */
function createSessionFiles(
  since: number | undefined,
  realPath: (path: string) => string | undefined,
): (path: string, stats: Stats, isDeleted: boolean) => boolean {
  const root = since === undefined ? undefined : realPath(TEMPORARY);
  const top = root === undefined ? undefined : statsOf(root);
  // Where nobody can ask for the birth of a file, it is said to be its last change.
  if (since === undefined || root === undefined || !top || top.birthtimeMs === top.ctimeMs) return () => false;
  const isYoung = (stats: Stats | undefined): boolean =>
    stats !== undefined &&
    stats.dev === top.dev &&
    stats.birthtimeMs > since + LEEWAY &&
    (process.getuid === undefined || stats.uid === process.getuid());
  return (path, stats, isDeleted) => {
    const written = foldPath(path);
    if (!written.startsWith(`${TEMPORARY}/`) || !isYoung(stats)) return false;
    const real = `${root}${written.slice(TEMPORARY.length)}`;
    // Only the folded path was looked up, and `..` behind a link leads elsewhere.
    if (written !== path || realPath(dirname(written)) !== dirname(real)) return false;
    for (let at = dirname(real); at !== root; at = dirname(at)) {
      const around = statsOf(at);
      if (!around || !isOnlyOurs(around)) return false;
    }
    if (stats.isSymbolicLink()) return isDeleted;
    return stats.isDirectory() || (stats.isFile() && stats.nlink === 1);
  };
}

/** Directories that builds, tests and installs make again. */
const BUILT: ReadonlySet<string> = new Set(
  (
    'node_modules dist build out target coverage htmlcov __pycache__ _build DerivedData .next .nuxt .output .svelte-kit .astro .angular .expo .turbo ' +
    '.parcel-cache .vite .gradle .nyc_output .tox .nox .eggs .pytest_cache .mypy_cache .ruff_cache .dart_tool .venv vendor'
  ).split(' '),
);

/** Lock files, one of which HEAD must have, so that the directory can be made again. */
const BY_LOCK: ReadonlyMap<string, readonly string[]> = new Map([
  ['.venv', PYTHON_LOCKS],
  ['vendor', ['composer.lock', 'Gemfile.lock', 'go.sum']],
]);

/** Most directories that are looked through for a repository. */
const MAX_DIRECTORIES = 30_000;

/**
 * True for a place in a directory that builds make again: HEAD's `.gitignore` names it, nothing in it is tracked, and the place holds
 * no repository. @param path real, in the work tree
 */
function isBuiltAgain(
  path: string,
  {
    tree,
    head,
    tracked,
  }: { readonly tree: string; readonly head: HeadReader; readonly tracked: () => readonly string[] },
): boolean {
  const steps = path.slice(tree.length + 1).split('/');
  const at = steps.findIndex((step, index) => BUILT.has(step) && isNamed(steps.slice(0, index + 1), head));
  if (at < 0) return false;
  const directory = steps.slice(0, at + 1).join('/');
  const isTracked = tracked().some((one) => one === directory || one.startsWith(`${directory}/`));
  return !isTracked && !head.entriesOf(steps.slice(0, at).join('/')).has(steps[at] ?? '') && !holdsRepository(path);
}

/** True if a `.gitignore` of HEAD names the directory, and no other line there might take that back. */
function isNamed(steps: readonly string[], head: HeadReader): boolean {
  const name = steps.at(-1) ?? '';
  const locks = BY_LOCK.get(name);
  if (locks && !locks.some((lock) => head.entriesOf(steps.slice(0, -1).join('/')).has(lock))) return false;
  let isIgnored = false;
  for (let depth = 0; depth < steps.length; depth++) {
    const entry = head.entriesOf(steps.slice(0, depth).join('/')).get('.gitignore');
    if (entry?.mode !== 'file') continue;
    const local = steps.slice(depth).join('/');
    for (const line of head.textOf(entry.id).split(/\r?\n/)) {
      const pattern = line.trimEnd();
      if (pattern.startsWith('!')) isIgnored &&= !pattern.includes(name) && !/[*?[\\]/.test(pattern);
      else if (fits(pattern, local, name)) isIgnored = true;
    }
  }
  return isIgnored;
}

/**
 * Matches only names without globs, such as `dist`, `/dist/` or `packages/a/dist`, and all in a directory: `dist/*`.
 */
function fits(pattern: string, local: string, name: string): boolean {
  const plain = pattern.replace(/^\*\*\//, '').replace(/\/(?:\*{1,2})?$/, '');
  const isAnywhere = !plain.includes('/');
  return isAnywhere ? plain === name : plain.replace(/^\//, '') === local;
}

function holdsRepository(path: string): boolean {
  const open = [path];
  for (let count = 0, at = open.pop(); at !== undefined; at = open.pop(), count++) {
    if (count > MAX_DIRECTORIES) throw new UnreadRepository(path);
    const directory = at;
    const entries = unlessRefused(
      () => readdirSync(directory, { withFileTypes: true }),
      (code) => {
        // A file has no entries.
        if (code === 'ENOTDIR') return [];
        throw new UnreadRepository(directory);
      },
    );
    for (const entry of entries) {
      if (entry.name.toLowerCase() === '.git') return true;
      if (entry.isDirectory()) open.push(join(directory, entry.name));
    }
  }
  return false;
}
