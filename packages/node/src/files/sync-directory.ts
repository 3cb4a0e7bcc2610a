import { open } from 'node:fs/promises';

/**
 * Waits until a directory's names are on the disk, as after a rename in it.
 *
 * Windows has no such call, and needs none for a rename.
 * @throws the system's error.
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
