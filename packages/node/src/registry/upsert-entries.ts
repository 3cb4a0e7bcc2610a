import type { Registry, RegistryEntry } from './registry.ts';

/**
 * Puts entries into a registry, each in the place of the one with its path that was found in the same place.
 *
 * The same program with the same hash is the same tool: the time of its discovery stays, and so do fields that the new entry does not
 * have. With another hash it is another tool, which took the place of the first. Names play no part: two entries of
 * one name and different paths stand side by side, and so do two links to one program, which may act by the name that it is
 * called by. The later of two new entries for one place wins.
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

function placeOf({ path, foundAs }: RegistryEntry): string {
  return JSON.stringify([path, foundAs]);
}
