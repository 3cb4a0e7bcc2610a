import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { withFileLock } from '../files/file-lock.ts';
import { removeStrayFiles } from '../files/remove-stray-files.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { loadRegistry, type RegistryProblem } from './load-registry.ts';
import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import { registryText } from './registry-text.ts';

export interface RegistryWriteSettings {
  /** Absent: the system's. */
  readonly clock?: () => Date;
  /** Milliseconds to wait for other writers. Absent: 5,000. */
  readonly timeout?: number;
  /** Told of a corrupt file that was set aside, once the registry has begun anew. */
  readonly onProblem?: (problem: RegistryProblem) => void;
}

/**
 * Changes a registry so that no other writer's change is lost, and gives what was written.
 *
 * Readers see the registry before or after, never between; when it resolves, the change is on the disk. A corrupt file is
 * moved to `registry.json.corrupt-TIME`, and `change` gets a registry without tools, which a scan fills again.
 * Limits: the lock is the directory `registry.json.lock`; `change` must not ask for it again.
 * @throws RegistryError when the file cannot be read or is of a newer version; LockTimeoutError; TypeError or RangeError
 * when the result could not be read again; the system's error; whatever `change` throws. The file is then as it was.
 * @see ATIP 0.3 §4, §10.1
 */
export async function updateRegistry(
  path: string,
  change: (registry: Registry) => Registry,
  settings: RegistryWriteSettings = {},
): Promise<Registry> {
  const { clock = () => new Date(), timeout, onProblem } = settings;
  await ensureDirectory(dirname(path));
  return withFileLock(
    `${path}.lock`,
    async () => {
      const { registry, problem } = await loadRegistry(path);
      if (problem !== undefined && problem.code !== 'corrupt') throw new RegistryError(path, problem);
      const now = clock();
      const changed: Registry = { ...change(registry), updatedAt: now.toISOString() };
      const text = registryText(changed);
      await removeStrayFiles(path, now.getTime());
      if (problem === undefined) {
        await writeFileAtomically(path, text);
        return changed;
      }
      const setAside = `${path}.corrupt-${now.toISOString().replaceAll(':', '')}`;
      await replaceCorrupt(path, text, setAside);
      onProblem?.({ ...problem, setAside });
      return changed;
    },
    timeout === undefined ? {} : { timeout },
  );
}

/** Sets a corrupt file aside for a new one; where that cannot be written, the old one is put back. */
async function replaceCorrupt(path: string, text: string, setAside: string): Promise<void> {
  await rename(path, setAside);
  try {
    await writeFileAtomically(path, text);
  } catch (error) {
    await rename(setAside, path);
    throw error;
  }
}
