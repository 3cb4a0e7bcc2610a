import type { Account } from './check-writers.ts';

/**
 * Names the user and groups that this process runs as.
 *
 * @returns null where users have no numbers, as on Windows: who may write a file cannot be told there, so that nothing
 * on the PATH can be screened.
 */
export function currentAccount(): Account | null {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()];
  if (uid === undefined || gid === undefined) return null;
  return { uid, gids: [...new Set([gid, ...(process.getgroups?.() ?? [])])] };
}
