import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether `node_modules` of a directory is what its lock file says.
 *
 * npm writes what it installed to a hidden lock file; the two agree on every package that is really there.
 */
export function isInstalled(directory) {
  const hidden = join(directory, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') || optional || link || present[path]?.version === version,
  );
}
