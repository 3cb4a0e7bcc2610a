import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from './system-error.ts';

/**
 * Makes a directory that only its owner may look into, and those above it that are missing; one that is there stays as it is.
 *
 * One after another, since Node's own recursion says `ENOENT` where a file system is read-only.
 * @throws the system's error, such as `EROFS`, `ENOSPC` or `EACCES`.
 */
export async function ensureDirectory(path: string): Promise<void> {
  if ((await tryToMake(path)) === 'made') return;
  await ensureDirectory(dirname(path));
  if ((await tryToMake(path)) === 'made') return;
  throw Object.assign(new Error(`${path} cannot be made where it is to be.`), { code: 'ENOENT', syscall: 'mkdir' });
}

async function tryToMake(path: string): Promise<'made' | 'no-parent'> {
  try {
    await mkdir(path, { mode: 0o700 });
    return 'made';
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') return 'made';
    if (code === 'ENOENT' && dirname(path) !== path) return 'no-parent';
    throw error;
  }
}
