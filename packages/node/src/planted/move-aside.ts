import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, cp, lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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
  const planned = await Promise.all(
    planted.map(async ({ path, why }, index) => {
      const movedTo = join(place, String(index + 1), basename(path));
      return { path, movedTo, why, mode: await modeOf(path) };
    }),
  );
  const there = planned.filter(({ mode }) => mode !== undefined);
  if (there.length === 0) return [];
  await ensureDirectory(place);
  // Before anything is moved: what was moved when we are stopped can be put back as well.
  await writeFileAtomically(join(place, 'manifest.json'), `${JSON.stringify(there, null, 2)}\n`);
  const outcomes: MoveOutcome[] = [];
  for (const { path, movedTo, why } of there) {
    const problem = await move(path, movedTo).catch(asProblem);
    outcomes.push({ path, why, ...(problem === undefined ? { movedTo } : { problem }) });
  }
  return outcomes;
}

/** Permissions in octal digits; undefined where nothing is. */
async function modeOf(path: string): Promise<string | undefined> {
  try {
    return ((await lstat(path)).mode & 0o7777).toString(8);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : '0';
  }
}

function asProblem(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  return `${describeSystemError(code)} (${code})`;
}

async function move(path: string, movedTo: string): Promise<undefined> {
  await ensureDirectory(dirname(movedTo));
  try {
    await rename(path, movedTo);
  } catch (error) {
    if (systemErrorCode(error) !== 'EXDEV') throw error;
    await cp(path, movedTo, { recursive: true, verbatimSymlinks: true, filter: isCopied });
    await rm(path, { recursive: true });
  }
  const { mode } = await lstat(movedTo).catch(() => ({ mode: 0 }));
  if ((mode & constants.S_IFMT) === constants.S_IFREG) await chmod(movedTo, 0o600);
}

/** Opening a pipe would make us wait. */
async function isCopied(from: string): Promise<boolean> {
  const stats = await lstat(from);
  return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
}
