import type { Stats } from 'node:fs';

/**
 * True for what only the person can write. A group of the person alone, as many systems give everybody, counts as the person.
 *
 * @param isRootOurs true: the system's administrator counts as the person, too
 */
export function isOnlyOurs({ uid, gid, mode }: Stats, isRootOurs = false): boolean {
  if (process.getuid === undefined) return true;
  const isGroupOurs = gid === process.getgid?.() || (isRootOurs && gid === 0);
  const isUserOurs = uid === process.getuid() || (isRootOurs && uid === 0);
  return isUserOurs && (mode & 0o002) === 0 && ((mode & 0o020) === 0 || isGroupOurs);
}
