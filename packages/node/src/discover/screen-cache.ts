import { readCacheFile, saveCacheFile } from '../files/cache-file.ts';
import { isRecord } from '@atip/core/internal';

/** Worth asking with `--agent`, with `--schema`, or not at all. */
export type ScreenVerdict = 'marked' | 'canonical' | 'unmarked';

/** Another file that a verdict depends on. */
interface ScreenTarget {
  readonly path: string;
  readonly stamp: string;
}

/** A verdict with the states of its files. */
export interface ScreenedFile {
  readonly stamp: string;
  readonly verdict: ScreenVerdict;
  readonly targets: readonly ScreenTarget[];
}

/** Verdicts by the program's real path; contains only the programs of one screening. */
export type ScreenCache = Readonly<Record<string, ScreenedFile>>;

/** Raise it when a rule for verdicts changes, so that old ones are ignored. */
const VERSION = 1;

const VERDICTS: readonly unknown[] = ['marked', 'canonical', 'unmarked'] satisfies ScreenVerdict[];

/** Reads the verdicts of earlier screenings; see `readCacheFile`. Without them everything is read again. */
export async function loadScreenCache(path: string): Promise<ScreenCache> {
  const files = (await readCacheFile(path, VERSION))?.['files'];
  const cache: Record<string, ScreenedFile> = {};
  for (const [program, entry] of Object.entries(isRecord(files) ? files : {})) {
    const file = readEntry(entry);
    // One invalid entry means that another program wrote the file, so none is trusted.
    if (file === undefined || !program.startsWith('/')) return {};
    cache[program] = file;
  }
  return cache;
}

/** Writes verdicts: { version: 1, files: { "/usr/bin/gh": ["2049:…", "unmarked"] } }, short as there are 1,500. */
export function saveScreenCache(path: string, cache: ScreenCache): Promise<void> {
  const files = Object.entries(cache).map(([program, { stamp, verdict, targets }]) => [
    program,
    targets.length === 0 ? [stamp, verdict] : [stamp, verdict, targets.map((target) => [target.path, target.stamp])],
  ]);
  return saveCacheFile(path, VERSION, { files: Object.fromEntries(files) });
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
