import { existsSync, readFileSync } from 'node:fs';

/** Why somebody else's documents may be missing: they are no part of the project. */
export const NOT_HERE = 'somebody else’s document, which is no part of the project, does not lie beside this checkout';

/** A document of somebody else's beside the checkout, for example `gh.json`. @returns undefined where it is not. */
export function readForeign(name: string): string | undefined {
  const path = `../shared/data/atip/${name}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
