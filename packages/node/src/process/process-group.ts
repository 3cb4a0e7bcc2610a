import { systemErrorCode } from '../files/system-error.ts';

const live = new Set<number>();
let watching = false;

/**
 * Sends a signal to a process group; nothing happens when nobody in it is left.
 *
 * On Windows, which has no groups, it reaches the leader only.
 */
export function killGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal);
  } catch (error) {
    const code = systemErrorCode(error);
    // ESRCH: all gone. EPERM: the members have become another user's, and no signal of ours reaches them.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/**
 * Makes sure that a detached group ends with this process, however it exits short of SIGKILL.
 *
 * @returns a function that takes the group off the watch.
 */
export function watchGroup(leader: number): () => void {
  if (!watching) {
    watching = true;
    process.on('exit', killWatchedGroups);
  }
  live.add(leader);
  return () => {
    live.delete(leader);
  };
}

/** Ends every group that is on the watch. */
export function killWatchedGroups(): void {
  for (const group of live) killGroup(group, 'SIGKILL');
}
