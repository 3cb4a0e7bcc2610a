import { wrongField } from './check-entry.ts';
import { MAX_REGISTRY_BYTES, type Registry } from './registry.ts';

/**
 * Writes a registry as text that `loadRegistry` reads again, entry for entry.
 *
 * @throws TypeError for an entry with a wrong field; RangeError when the text is larger than 16 MiB.
 */
export function registryText(registry: Registry): string {
  registry.tools.forEach((entry, index) => {
    const field = wrongField(entry);
    if (field !== undefined) throw new TypeError(`Entry ${index} of the registry has a missing or wrong ${field}.`);
  });
  const text = `${JSON.stringify(registry, null, 1)}\n`;
  const size = Buffer.byteLength(text);
  if (size > MAX_REGISTRY_BYTES) {
    throw new RangeError(`The registry has ${size} bytes; ${MAX_REGISTRY_BYTES} are allowed. Remove tools from it.`);
  }
  return text;
}
