import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The first of some directories that has a page in it; the last where none has. */
export function findPageRoot(places: readonly string[]): string {
  return places.find((place) => existsSync(join(place, 'index.html'))) ?? places.at(-1) ?? '';
}
