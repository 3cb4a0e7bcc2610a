import { type FileHandle, open, unlink } from 'node:fs/promises';
import { systemErrorCode } from '../files/system-error.ts';

const CHUNK = 65_536;

/**
 * Moves what follows the last whole line of a log to a file of its own.
 *
 * The copy is on the disk before the log is cut, so that a crash between the two leaves it twice and never lost.
 * @throws the system's error; the log is then as it was.
 */
export async function setTornLineAside(
  log: FileHandle,
  { end, size }: { readonly end: number; readonly size: number },
  path: string,
): Promise<void> {
  const aside = await open(path, 'wx', 0o600);
  try {
    for (let at = end; at < size; ) {
      const { buffer, bytesRead } = await log.read(Buffer.alloc(Math.min(CHUNK, size - at)), 0, undefined, at);
      if (bytesRead === 0) break;
      await aside.writeFile(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    await aside.sync();
  } catch (error) {
    await aside.close();
    await discard(path);
    throw error;
  }
  await aside.close();
  await log.truncate(end);
}

/** A system that refuses to remove the half copy as well would only hide its first error. */
async function discard(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
  }
}
