import { isRecord } from '@atip/core/internal';
import { dirname } from 'node:path';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';

/** What a program's bytes make of it: worth asking with `--agent`, worth asking with `--schema`, or neither. */
export type ScreenVerdict = 'marked' | 'canonical' | 'unmarked';

/** A file that a verdict depends on besides the program itself. */
interface ScreenTarget {
  readonly path: string;
  readonly stamp: string;
}

/** A verdict with the states of the files it was drawn from. */
export interface ScreenedFile {
  readonly stamp: string;
  readonly verdict: ScreenVerdict;
  readonly targets: readonly ScreenTarget[];
}

/** Verdicts by the real path of the program; of one screening, the programs that were looked at and no others. */
export type ScreenCache = Readonly<Record<string, ScreenedFile>>;

/** Counts up when a rule changes by which verdicts are drawn, so that none of the old ones is believed. */
const VERSION = 1;

const MAX_CACHE_FILE = 16 * 1024 * 1024;

const VERDICTS: readonly unknown[] = ['marked', 'canonical', 'unmarked'] satisfies ScreenVerdict[];

/**
 * Reads the verdicts of earlier screenings.
 *
 * A file that is missing, too large, of another version or damaged is an empty cache: everything is read again.
 * @throws the system's error when the file is there and cannot be read.
 */
export async function loadScreenCache(path: string): Promise<ScreenCache> {
  try {
    const { bytes } = await readBoundedFile(path, MAX_CACHE_FILE);
    return bytes === undefined ? {} : parseCache(Buffer.from(bytes).toString());
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Writes verdicts for the next screening; whoever reads meanwhile gets the old file or the new one.
 *
 * Shape: { version: 1, files: { "/usr/bin/gh": ["2049:…", "unmarked"] } }, as short as that because it has 1,500 of them.
 * @throws the system's error.
 */
export async function saveScreenCache(path: string, cache: ScreenCache): Promise<void> {
  const files = Object.fromEntries(
    Object.entries(cache).map(([program, { stamp, verdict, targets }]) => [
      program,
      targets.length === 0 ? [stamp, verdict] : [stamp, verdict, targets.map((target) => [target.path, target.stamp])],
    ]),
  );
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, JSON.stringify({ version: VERSION, files }));
}

function parseCache(text: string): ScreenCache {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
  if (!isRecord(value) || value['version'] !== VERSION || !isRecord(value['files'])) return {};
  const cache: Record<string, ScreenedFile> = {};
  for (const [path, entry] of Object.entries(value['files'])) {
    const file = readEntry(entry);
    // One bad entry means that somebody else wrote the file; the others are not believed either.
    if (file === undefined || !path.startsWith('/')) return {};
    cache[path] = file;
  }
  return cache;
}

function readEntry(entry: unknown): ScreenedFile | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [stamp, verdict, targets = []]: unknown[] = entry;
  if (typeof stamp !== 'string' || !isVerdict(verdict) || !Array.isArray(targets)) return undefined;
  const read = targets.map(readTarget);
  return read.every((target) => target !== undefined) ? { stamp, verdict, targets: read } : undefined;
}

function readTarget(target: unknown): ScreenTarget | undefined {
  if (!Array.isArray(target)) return undefined;
  const [path, stamp]: unknown[] = target;
  return typeof path === 'string' && path.startsWith('/') && typeof stamp === 'string' ? { path, stamp } : undefined;
}

function isVerdict(value: unknown): value is ScreenVerdict {
  return VERDICTS.includes(value);
}
