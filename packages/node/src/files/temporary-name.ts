import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** As many as nobody guesses: another program must not be able to put a file there first. */
const RANDOM_BYTES = 12;

/**
 * Makes a name beside a file that nobody can foresee, for what is going to take its place.
 *
 * Shape: /data/registry.json → /data/.registry.json.5f0c….tmp, with 24 hexadecimal digits
 */
export function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(RANDOM_BYTES).toString('hex')}.tmp`);
}

/** Whether {@link temporaryName} could have made a name (without its directory) for the file. */
export function isTemporaryName(name: string, path: string): boolean {
  const start = `.${basename(path)}.`;
  return name.startsWith(start) && /^[0-9a-f]{24}\.tmp$/.test(name.slice(start.length));
}
