import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = new URL('../../dist/', import.meta.url);

/**
 * Writes a script for a process of its own, which runs the built package: Vitest's global set-up keeps it current.
 *
 * @param code it imports from `./files/file-lock.ts` and the like, as a file in `src` would
 * @returns the path of the script, in the directory
 */
export function distScript(directory: string, code: string): string {
  const path = join(directory, 'script.mjs');
  const built = (_all: string, name: string): string => `from '${new URL(name.replace(/\.ts$/, '.js'), DIST).href}'`;
  writeFileSync(path, code.replaceAll(/from '(\.[^']+)'/g, built));
  return path;
}
