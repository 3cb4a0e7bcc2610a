import { type SkippedTool, skip } from '../documents/tool-document.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';

/** A cache, or what to begin with and why. */
export interface LoadedCache<Cache> {
  readonly cache: Cache;
  readonly skipped: readonly SkippedTool[];
}

/** Loads a cache; one that the system does not let us read is an empty one, and is said. */
export async function loadOrBegin<Cache>(
  path: string,
  load: (path: string) => Promise<Cache>,
  empty: Cache,
): Promise<LoadedCache<Cache>> {
  try {
    return { cache: await load(path), skipped: [] };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    const reason = `What was found before is not known: ${describeSystemError(code)} (${code}).`;
    return { cache: empty, skipped: [skip(path, 'unreadable', reason).skipped] };
  }
}
