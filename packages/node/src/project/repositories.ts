import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createRealPath, isInside } from '../files/real-path.ts';
import { readStart } from '../files/read-bounded-file.ts';
import { allowedOr } from '../files/system-error.ts';

/** The nearest directory at or above a path that has a `.git`. @param path real */
export function workTreeAround(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    // Below a file there is nothing.
    if (allowedOr(undefined, () => lstatSync(join(at, '.git'), { throwIfNoEntry: false }))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** The directories of a work tree's repository. */
interface Repository {
  /** Of this work tree. */
  readonly own: string;
  /** Shared by all its work trees. */
  readonly common: string;
}

/**
 * The repository of a work tree. If a file names the repository, as in linked work trees and submodules, the repository
 * must name the work tree in turn: a file alone could lead anywhere.
 */
export function repositoryOf(tree: string): Repository | undefined {
  const real = createRealPath();
  const link = join(tree, '.git');
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { own: link, common: link };
  if (!stats?.isFile()) return undefined;
  const named = /^gitdir: ([^\n]+)\n?$/.exec(readStart(link))?.[1];
  const own = named === undefined ? undefined : real(resolve(tree, named));
  if (own === undefined) return undefined;
  const common = readStart(join(own, 'commondir')).trim();
  if (common !== '') {
    const back = readStart(join(own, 'gitdir')).trim();
    return real(back) === link ? { own, common: real(resolve(own, common)) ?? own } : undefined;
  }
  const back = /^\s*worktree\s*=\s*(.+?)\s*$/m.exec(readStart(join(own, 'config')))?.[1];
  return back !== undefined && real(resolve(own, back)) === tree ? { own, common: own } : undefined;
}

/** True if a work tree is the project's own, another work tree of its repository, or a submodule of it. */
export function isOfProject(tree: string, root: string): boolean {
  if (tree === root) return true;
  const [ours, theirs] = [repositoryOf(root), repositoryOf(tree)];
  if (!ours || !theirs) return false;
  return (
    ours.common === theirs.common ||
    (basename(ours.common) === '.git' && isInside(theirs.common, join(ours.common, 'modules')))
  );
}
