import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectView, TreePath, TreeView } from '@atip/shell';
import { allowedOr } from '../files/system-error.ts';
import { UnreadRepository, branchLinesOf, openHead, readIndex } from './git-objects.ts';
import { statsOf, textOf } from './package-files.ts';
import { workTreeAround } from './repositories.ts';

/** Most directory entries that are read for one line. */
const MAX_ENTRIES = 60_000;

/**
 * Tells for one line which files are in the project, on disk and in git's index. Reads directories and git's files
 * alone, and runs nothing.
 */
export function createTreeView(project: ProjectView, realPath: (path: string) => string | undefined): TreeView {
  let left = MAX_ENTRIES;

  const walk = (
    directory: string,
    path: string,
    isSkipped: (path: string) => boolean,
    depth: number,
    into: TreePath[],
  ): boolean => {
    const entries = allowedOr(undefined, () => readdirSync(directory, { withFileTypes: true }));
    left -= entries?.length ?? left;
    if (!entries || left <= 0) return false;
    return entries.every((entry) => {
      const own = path === '' ? entry.name : `${path}/${entry.name}`;
      const isDirectory = entry.isDirectory();
      into.push({ path: own, isDirectory });
      return (
        !isDirectory ||
        depth <= 1 ||
        isSkipped(own) ||
        walk(join(directory, entry.name), own, isSkipped, depth - 1, into)
      );
    });
  };

  const placeOf = (path: string): string | undefined => {
    const real = realPath(path);
    return real === undefined || project.root === undefined || project.whyForeign(real) !== undefined
      ? undefined
      : real;
  };

  const onDisk = (
    real: string,
    isSkipped: (path: string) => boolean,
    depth: number,
  ): readonly TreePath[] | undefined => {
    const stats = statsOf(real);
    if (stats === undefined) return [];
    const found: TreePath[] = [{ path: '', isDirectory: stats.isDirectory() }];
    return !stats.isDirectory() || depth <= 0 || walk(real, '', isSkipped, depth, found) ? found : undefined;
  };

  return {
    pathsBelow(path, from, isSkipped, depth = Number.POSITIVE_INFINITY) {
      const real = placeOf(path);
      if (real === undefined) return undefined;
      return from === 'index' ? trackedIn(real) : onDisk(real, isSkipped, depth);
    },
    filesBelow(path, isSkipped, depth) {
      const real = realPath(path);
      return real === undefined ? undefined : onDisk(real, isSkipped, depth);
    },
    mayHold(file, words) {
      const text = textOf(file)?.toLowerCase();
      return text === undefined || words.every((word) => text.includes(word.toLowerCase()));
    },
    branches(path) {
      const real = placeOf(path);
      const tree = real === undefined ? undefined : workTreeAround(real);
      return tree === undefined ? undefined : unlessUnread(() => branchLinesOf(tree));
    },
  };
}

function trackedIn(tree: string): readonly TreePath[] | undefined {
  if (workTreeAround(tree) !== tree) return undefined;
  return unlessUnread(() => {
    const { own, algorithm } = openHead(tree);
    return readIndex(own, algorithm).map((path) => ({ path, isDirectory: false }));
  });
}

function unlessUnread<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadRepository) return undefined;
    throw error;
  }
}
