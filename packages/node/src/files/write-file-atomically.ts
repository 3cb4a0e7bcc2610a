import { constants } from 'node:fs';
import { lstat, open, readdir, rename, unlink, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crypto } from './read-bounded-file.ts';
import { systemErrorCode, unlessMissing, unlessRefusedLater } from './system-error.ts';

/** An existing name is refused, even if it is a link. */
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * Replaces a file so that readers find either the old or the new bytes, even after a crash. When it resolves, the new
 * bytes are on the disk. A symbolic link at the path is replaced, not followed. Limits: two writers do not notice each
 * other. A killed writer leaves a hidden file, which `removeStrayFiles` removes.
 * @param mode absent: only its owner may access it.
 * @throws the system's error, such as `ENOSPC`, `EROFS` or `EACCES`; the old file is then unchanged.
 */
export async function writeFileAtomically(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = temporaryName(path);
  try {
    await writeDurably(temporary, content, mode);
    await rename(temporary, path);
  } catch (error) {
    // A second error would only hide the first; the next writer removes the file.
    await unlessRefusedLater(unlink(temporary), () => undefined);
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function writeDurably(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = await open(path, CREATE_FLAGS, mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Waits until a directory's entries are on the disk, for example after a rename. Windows has no such call, and needs
 * none.
 */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Too many to guess: another program must not be able to create the file first. */
const RANDOM_BYTES = 12;

/** Makes an unpredictable name beside a file: /data/registry.json → /data/.registry.json.5f0c….tmp, 24 hex digits. */
export function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${crypto().randomBytes(RANDOM_BYTES).toString('hex')}.tmp`);
}

/** Milliseconds. No writer takes that long, so older files were left by killed writers. */
const STRAY_AGE = 60_000;

/**
 * Removes the temporary files that killed writers of a file left beside it, when they are older than a minute.
 * @param now Milliseconds since 1970, by the clock of the file system.
 * @throws the system's error, except for a file that was removed meanwhile.
 */
export async function removeStrayFiles(path: string, now: number): Promise<void> {
  const directory = dirname(path);
  const start = `.${basename(path)}.`;
  for (const name of await readdir(directory)) {
    const isTemporary = name.startsWith(start) && /^[0-9a-f]{24}\.tmp$/.test(name.slice(start.length));
    if (isTemporary) await removeWhenOld(join(directory, name), now);
  }
}

async function removeWhenOld(path: string, now: number): Promise<void> {
  const stats = await unlessMissing(lstat(path));
  if (stats?.isFile() && now - stats.mtimeMs > STRAY_AGE) await unlessMissing(unlink(path));
}

/**
 * Makes a directory and its parents, by default accessible by their owner only; an existing one stays unchanged. One after
 * another, because Node's own recursion reports `ENOENT` on a read-only file system, and spins below `/proc`.
 * @throws the system's error.
 */
export async function ensureDirectory(path: string, mode: number = 0o700): Promise<void> {
  if ((await tryToMake(path, mode)) === 'made') return;
  await ensureDirectory(dirname(path), mode);
  if ((await tryToMake(path, mode)) === 'made') return;
  const message = `ENOENT: no such file or directory, mkdir '${path}'`;
  throw Object.assign(new Error(message), { code: 'ENOENT', syscall: 'mkdir', path });
}

async function tryToMake(path: string, mode: number): Promise<'made' | 'no-parent'> {
  try {
    await mkdir(path, { mode });
    return 'made';
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') return 'made';
    if (code === 'ENOENT' && dirname(path) !== path) return 'no-parent';
    throw error;
  }
}
