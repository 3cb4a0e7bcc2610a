import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { inject } from 'vitest';
import { documentsOutside } from '../../packages/node/src/testing/bundle-script.ts';
import { ALIASES } from '../../scripts/aliases.js';
import { ROOT } from '../architecture/read-imports.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The directory that tests/bundles.ts makes. */
    bundles: string;
  }
}

let shared: Promise<string> | undefined;

/**
 * The command line from the sources: `dist` may be older. It is bundled once for all test files of a worker, so no test
 * may change what lies beside it.
 *
 * @returns the path of the program, in a directory `dist`
 */
export function bundleCli(): Promise<string> {
  shared ??= writeCli(mkdtempSync(join(inject('bundles'), 'cli-')));
  return shared;
}

/**
 * Writes the command line into the `dist` of a directory, with what it reads of its package beside it. Code that only some
 * commands need is a file of its own, as it is published, so that it starts in half the time.
 *
 * @param inOneFile for tests in which no second file can be opened
 * @returns the path of the program
 */
export async function writeCli(directory: string, inOneFile = false): Promise<string> {
  const bundle = await rolldown({
    input: join(ROOT, 'packages/cli/src/main.ts'),
    platform: 'node',
    resolve: { alias: ALIASES },
    plugins: [documentsOutside],
  });
  const dir = join(directory, 'dist');
  const names = { entryFileNames: 'atip.mjs', chunkFileNames: '[name]-[hash].mjs' };
  await bundle.write({ dir, format: 'esm', ...names, ...(inOneFile && { codeSplitting: false }) });
  await bundle.close();
  copyFileSync(join(ROOT, 'server/package.json'), join(directory, 'package.json'));
  return join(dir, 'atip.mjs');
}
