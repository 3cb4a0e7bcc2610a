import { systemErrorCode } from '../files/system-error.ts';

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
