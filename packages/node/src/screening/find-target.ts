import { stampOf } from '../executables/executable-identity.ts';
import { type Account, checkWriters, type Refusal } from '../executables/check-writers.ts';
import type { LocatePath } from '../executables/locate-path.ts';
import { quotePath } from '../executables/quote-path.ts';

/** A file that what a script does depends on. */
export interface WrapperTarget {
  /** As the script leads to it, links not resolved. */
  readonly path: string;
  /** Every link resolved. */
  readonly real: string;
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
}

const NOT_THERE: ReadonlySet<string> = new Set(['missing', 'broken-link', 'symlink-loop', 'unreadable']);

/**
 * Looks at a file that a script leads to.
 *
 * @returns undefined when no regular file is there; a refusal when others than root and the account may change it.
 */
export function findTarget(path: string, account: Account, locate: LocatePath): WrapperTarget | Refusal | undefined {
  const found = locate(path);
  const refusal = found.refusal ?? (found.stats.isFile() ? checkWriters(found.path, found.stats, account) : undefined);
  if (refusal !== undefined) return NOT_THERE.has(refusal.code) ? undefined : unsafe(path, refusal);
  if (found.refusal !== undefined || !found.stats.isFile()) return undefined;
  return { path, real: found.path, stamp: stampOf(found.stats), size: Number(found.stats.size) };
}

function unsafe(path: string, { reason }: Refusal): Refusal {
  return { code: 'unsafe-target', reason: `It leads to ${quotePath(path)}, which is not safe. ${reason}` };
}
