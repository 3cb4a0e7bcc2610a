import type { Registry } from './registry.ts';
import { type RegistryWriteSettings, updateRegistry } from './update-registry.ts';

/**
 * Replaces a registry whole, whatever another writer has put there meanwhile.
 *
 * @throws as {@link updateRegistry} does.
 * @see ATIP 0.3 §4, §10.1
 */
export async function saveRegistry(
  path: string,
  registry: Registry,
  settings: RegistryWriteSettings = {},
): Promise<Registry> {
  return updateRegistry(path, () => registry, settings);
}
