import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ALIASES } from '../../scripts/aliases.js';
import { ROOT } from '../architecture/read-imports.ts';

/**
 * Writes the command line as one file, from the sources: `dist` may be older.
 *
 * @returns its path, in the directory.
 */
export async function bundleCli(directory: string): Promise<string> {
  const bundle = await rolldown({
    input: join(ROOT, 'packages/cli/src/main.ts'),
    platform: 'node',
    resolve: { alias: ALIASES },
  });
  const file = join(directory, 'atip.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return file;
}
