import { readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';
import type { AuditEvent } from './audit-event.ts';

/**
 * A log is two chains, each with files and a rotation of its own: `main` for calls that went ahead, `refused` for those that did
 * not, so that no number of refusals pushes out what happened.
 */
export type AuditPart = 'main' | 'refused';

/** When a file is full, and how many are kept. */
export interface AuditRotation {
  /** Bytes of a file before the next is begun; the line that says what rotation removed may come on top. */
  readonly maxBytes: number;
  /** Files that are kept besides the one that is written. */
  readonly keep: number;
}

export const AUDIT_PARTS = ['main', 'refused'] as const;

/** Decides in which chain an event stands. What neither was allowed nor approved did not run. */
export function partOf(event: AuditEvent): AuditPart {
  if (event.event === 'execution') return 'main';
  const wentAhead = event.decision === 'allow' || event.approved === true;
  return wentAhead && event.refused === undefined ? 'main' : 'refused';
}

/** Names the file that a chain is written to. */
export function partPath(path: string, part: AuditPart): string {
  return part === 'main' ? path : `${path}.refused`;
}

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

/** Foresees what {@link rotate} does: which files it removes, from the oldest, and which of today's is then the oldest. */
export async function planRotation(
  path: string,
  keep: number,
): Promise<{ readonly removed: readonly string[]; readonly oldest: string }> {
  const rotated = await listRotated(path);
  const full = Array.from({ length: keep }, (_, at) => at + 1).every((number) =>
    rotated.some((file) => file.number === number),
  );
  const isKept = ({ number }: { readonly number: number }): boolean => number <= keep - (full ? 1 : 0);
  return {
    removed: rotated
      .filter((file) => !isKept(file))
      .map((file) => file.path)
      .reverse(),
    oldest: rotated.findLast(isKept)?.path ?? path,
  };
}
