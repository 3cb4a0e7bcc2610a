import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { documentsOutside } from '../../packages/node/src/testing/bundle-script.ts';
import { ALIASES } from '../../scripts/aliases.js';
import { ROOT } from '../architecture/read-imports.ts';

/**
 * Writes the command line from the sources: `dist` may be older. Code that only some commands need is a file of its own, as it is
 * published, so that it starts in half the time.
 *
 * @param inOneFile for tests in which no second file can be opened
 * @returns the path of the program, in the directory.
 */
export async function bundleCli(directory: string, inOneFile = false): Promise<string> {
  const bundle = await rolldown({
    input: join(ROOT, 'packages/cli/src/main.ts'),
    platform: 'node',
    resolve: { alias: ALIASES },
    plugins: [documentsOutside],
  });
  const names = { entryFileNames: 'atip.mjs', chunkFileNames: '[name]-[hash].mjs' };
  await bundle.write({ dir: directory, format: 'esm', ...names, ...(inOneFile && { codeSplitting: false }) });
  await bundle.close();
  return join(directory, 'atip.mjs');
}
