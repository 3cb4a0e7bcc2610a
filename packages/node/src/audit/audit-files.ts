import { readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';

/** Lists the files of a log that are no longer written, from the newest, which is `audit.jsonl.1`. */
export async function listRotated(
  path: string,
): Promise<readonly { readonly number: number; readonly path: string }[]> {
  const directory = dirname(path);
  const start = `${basename(path)}.`;
  return (await listNames(directory))
    .filter((name) => name.startsWith(start) && /^[1-9]\d{0,5}$/.test(name.slice(start.length)))
    .map((name) => ({ number: Number(name.slice(start.length)), path: join(directory, name) }))
    .sort((a, b) => a.number - b.number);
}

async function listNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Makes room for a new file: every file gets the next number, up to the first that is free.
 *
 * A process that is killed between two of the renames leaves a number free, and nothing lost: the next one fills it.
 * @param keep Numbers that may be used; a file with a higher one is removed, and the last one when all are taken.
 */
export async function rotate(path: string, keep: number): Promise<void> {
  const rotated = await listRotated(path);
  for (const old of rotated.filter(({ number }) => number > keep)) await unlink(old.path);
  const taken = new Set(rotated.map(({ number }) => number));
  let free = 1;
  while (taken.has(free) && free < keep) free += 1;
  for (let number = free; number > 1; number -= 1) await rename(`${path}.${number - 1}`, `${path}.${number}`);
  await rename(path, `${path}.1`);
}

/** Foresees what {@link rotate} does: whether it removes a file, and which of today's files is then the oldest. */
export async function planRotation(
  path: string,
  keep: number,
): Promise<{ readonly removed: boolean; readonly oldest: string }> {
  const rotated = await listRotated(path);
  const full = Array.from({ length: keep }, (_, at) => at + 1).every((number) =>
    rotated.some((file) => file.number === number),
  );
  const kept = rotated.filter(({ number }) => number <= keep - (full ? 1 : 0));
  return { removed: kept.length < rotated.length, oldest: kept.at(-1)?.path ?? path };
}
