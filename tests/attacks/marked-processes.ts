import { readdirSync, readFileSync } from 'node:fs';

/** Process ids of this machine with a text in their environment; those that only wait to be collected have none. */
export function findMarked(mark: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => isMarked(pid, mark)).map(Number);
}

function isMarked(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(mark);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // Gone meanwhile, or another user's.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(code)) return false;
    throw error;
  }
}
