import { rename } from 'node:fs/promises';
import { removeStrayFiles, writeFileAtomically } from '../files/write-file-atomically.ts';
import { withFileLock } from '../files/file-lock.ts';
import {
  loadRegistry,
  type RegistryProblem,
  type Registry,
  MAX_REGISTRY_BYTES,
  type RegistryEntry,
} from './registry.ts';

/**
 * Changes a registry without losing other writers' changes. Readers see it before or after the change, never in
 * between; when it resolves, the change is on the disk. A corrupt file is moved to `registry.json.corrupt-TIME`, and
 * `change` gets a registry without tools. Limits: the lock is the directory `registry.json.lock`; `change` must not
 * request it again.
 * @throws RegistryError when the file cannot be read or is of a newer version; LockTimeoutError;
 * RangeError when the result could not be read again; the system's error; the error of `change`. The file is then
 * unchanged.
 * @see ATIP 0.3 §4, §10.1
 */
export async function updateRegistry(
  path: string,
  change: (registry: Registry) => Registry,
  now: Date = new Date(),
): Promise<Registry> {
  return withFileLock(`${path}.lock`, async () => {
    const { registry, others, problem } = await loadRegistry(path);
    if (problem !== undefined && problem.code !== 'corrupt') throw new RegistryError(path, problem);
    const changed: Registry = { ...change(registry), updatedAt: now.toISOString() };
    const text = registryText(changed, others);
    await removeStrayFiles(path, now.getTime());
    if (problem === undefined) await writeFileAtomically(path, text);
    else await replaceCorrupt(path, text, `${path}.corrupt-${now.toISOString().replaceAll(':', '')}`);
    return changed;
  });
}

/** Moves a corrupt file aside for a new one; if writing fails, the old one is restored. */
async function replaceCorrupt(path: string, text: string, setAside: string): Promise<void> {
  await rename(path, setAside);
  try {
    await writeFileAtomically(path, text);
  } catch (error) {
    await rename(setAside, path);
    throw error;
  }
}

/** A registry that must not be overwritten. */
export class RegistryError extends Error {
  readonly code: 'REGISTRY_UNREADABLE' | 'REGISTRY_NEWER_VERSION';

  constructor(path: string, problem: RegistryProblem) {
    super(`The registry ${JSON.stringify(path)} is not written: ${problem.message} Move it away to begin a new one.`);
    this.name = 'RegistryError';
    this.code = problem.code === 'newer-version' ? 'REGISTRY_NEWER_VERSION' : 'REGISTRY_UNREADABLE';
  }
}

/**
 * Writes a registry as text that `loadRegistry` can read, followed by the entries that only other implementations can
 * read, because they share the file. An unreadable entry with a program and place of ours is our own damaged one, and
 * dropped.
 * @throws RangeError beyond 16 MiB
 */
function registryText(registry: Registry, others: readonly object[] = []): string {
  const places = new Set(registry.tools.map(placeOf));
  const kept = others.filter((other) => !places.has(placeOf({ path: '', foundAs: '', ...other })));
  const text = `${JSON.stringify({ ...registry, tools: [...registry.tools, ...kept] }, null, 1)}\n`;
  const size = Buffer.byteLength(text);
  if (size > MAX_REGISTRY_BYTES) {
    throw new RangeError(`The registry has ${size} bytes; ${MAX_REGISTRY_BYTES} are allowed. Remove tools from it.`);
  }
  return text;
}

/**
 * Adds entries to a registry, replacing those with the same path and place; of two new ones the later wins. The same
 * hash means the same tool, which keeps its time of discovery and unknown fields. Names do not matter: two links to one
 * program, which may act by its name, are two entries.
 */
export function upsertEntries(registry: Registry, entries: readonly RegistryEntry[]): Registry {
  const byPlace = new Map(registry.tools.map((entry) => [placeOf(entry), entry]));
  for (const entry of entries) {
    const known = byPlace.get(placeOf(entry));
    const same = known !== undefined && known.hash === entry.hash;
    byPlace.set(placeOf(entry), same ? { ...known, ...entry, discoveredAt: known.discoveredAt } : entry);
  }
  return { ...registry, tools: [...byPlace.values()] };
}

function placeOf({ path, foundAs }: Pick<RegistryEntry, 'path' | 'foundAs'>): string {
  return JSON.stringify([path, foundAs]);
}
