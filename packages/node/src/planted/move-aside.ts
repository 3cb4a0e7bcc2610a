import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';

/** What is to be moved, and why. */
export interface Planted {
  readonly path: string;
  readonly why: string;
}

/** What became of it; `movedTo` is absent where it could not be moved. */
export interface MoveOutcome extends Planted {
  readonly movedTo?: string;
  /** The system's reason. */
  readonly problem?: string;
}

/**
 * Moves files to a place where nothing runs them, with a manifest by which a person can put them back.
 *
 * Shape of the place: `moved-aside/2026-11-22T21-30-00-1f3a/manifest.json` and `1/.envrc`, `2/commondir` beside it. Links
 * are moved, not followed. A file loses its permission to be executed; the manifest has its mode.
 * Limits: between two file systems pipes, sockets and devices are not copied, only removed.
 * @param directory `moved-aside` in our state directory, which no tool can see
 */
export async function moveAside(
  planted: readonly Planted[],
  directory: string,
  now: Date = new Date(),
): Promise<MoveOutcome[]> {
  if (planted.length === 0) return [];
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const place = join(directory, `${time}-${randomBytes(3).toString('hex')}`);
  const manifest: object[] = [];
  const outcomes: MoveOutcome[] = [];
  for (const [index, { path, why }] of planted.entries()) {
    const slot = join(place, String(index + 1));
    try {
      await ensureDirectory(slot);
      const { mode } = await lstat(path);
      const movedTo = join(slot, basename(path));
      // Written before: what is moved and then interrupted can be put back as well.
      manifest.push({ path, movedTo, why, mode: (mode & 0o7777).toString(8) });
      await writeFileAtomically(join(place, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      await move(path, movedTo);
      outcomes.push({ path, why, movedTo });
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === undefined) throw error;
      // Nothing is left to move.
      if (code === 'ENOENT' && (await isGone(path))) continue;
      outcomes.push({ path, why, problem: `${describeSystemError(code)} (${code})` });
    }
  }
  return outcomes;
}

async function move(path: string, movedTo: string): Promise<void> {
  try {
    await rename(path, movedTo);
  } catch (error) {
    if (systemErrorCode(error) !== 'EXDEV') throw error;
    await mkdir(join(movedTo, '..'), { recursive: true, mode: 0o700 });
    const isCopied = async (from: string): Promise<boolean> => {
      const stats = await lstat(from);
      return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
    };
    await cp(path, movedTo, { recursive: true, verbatimSymlinks: true, filter: isCopied });
    await rm(path, { recursive: true, force: true });
  }
  const stats = await lstat(movedTo).catch(() => null);
  if (stats?.isFile()) await chmod(movedTo, 0o600);
}

async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => systemErrorCode(error) === 'ENOENT',
  );
}
