import { readBoundedFile } from '../files/read-bounded-file.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { type DroppedEntry, parseRegistry } from './parse-registry.ts';
import { EMPTY_REGISTRY, MAX_REGISTRY_BYTES, type Registry } from './registry.ts';

/**
 * Why the tools of a registry are not known.
 *
 * `corrupt`: the next writer sets the file aside and begins anew; `unreadable`, `newer-version`: writers refuse.
 */
export interface RegistryProblem {
  readonly code: 'corrupt' | 'unreadable' | 'newer-version';
  /** For a person. */
  readonly message: string;
  /** Where a writer moved the file to. */
  readonly setAside?: string;
}

/** What a registry says; with a problem it says nothing, and `registry` has no tools. */
export interface RegistryReading {
  readonly registry: Registry;
  /** Entries that are wrong; a scan finds their tools again. */
  readonly dropped: readonly DroppedEntry[];
  readonly problem?: RegistryProblem;
}

/**
 * Reads a registry without a lock; a missing file is one without tools.
 *
 * Limits: a regular file of at most 16 MiB, JSON in UTF-8. Nothing is written: a corrupt file stays until a writer comes.
 * @see ATIP 0.3 §4, §10.1
 */
export async function loadRegistry(path: string): Promise<RegistryReading> {
  try {
    const { bytes, refused } = await readBoundedFile(path, MAX_REGISTRY_BYTES);
    if (bytes === undefined) {
      return refused === 'too-large'
        ? without('corrupt', `It is larger than ${MAX_REGISTRY_BYTES} bytes.`)
        : without('unreadable', 'It is not a regular file.');
    }
    const parsed = parseRegistry(bytes);
    return 'problem' in parsed ? without(parsed.problem, parsed.message) : parsed;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return { registry: EMPTY_REGISTRY, dropped: [] };
    return without('unreadable', `It cannot be read: ${describeSystemError(code)}.`);
  }
}

function without(code: RegistryProblem['code'], message: string): RegistryReading {
  return { registry: EMPTY_REGISTRY, dropped: [], problem: { code, message } };
}
