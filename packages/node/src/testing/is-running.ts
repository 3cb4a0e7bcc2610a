import { readFile } from 'node:fs/promises';

/** True while a process runs; a zombie does not. Linux only. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The state follows the name, which is in parentheses and may contain any character.
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return false;
    throw error;
  }
}
