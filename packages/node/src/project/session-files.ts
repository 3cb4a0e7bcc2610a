import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { foldPath } from '@atip/core/internal';
import { isOnlyOurs } from '../files/only-ours.ts';
import { statsOf } from './package-files.ts';

/** Ms by which clocks of files may differ. */
const LEEWAY = 2_000;

const TEMPORARY = '/tmp';

/**
 * Tells which temporary files are of an agent's session: those of this user below `/tmp` that were born after the session was first
 * seen, with one name, and with no link and no directory of others on their way. A line of the session has made them, or something
 * beside it that puts its files where nothing is kept.
 *
 * @param since ms; absent: nobody knows a session
 */
export function createSessionFiles(
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
