import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '../architecture/read-imports.ts';

/** Bundles a program of this folder from the sources, so that it runs in a Node of its own. @returns its path. */
export async function bundleProbe(name: string): Promise<string> {
  const bundle = await rolldown({
    input: join(ROOT, 'tests/figures', name),
    platform: 'node',
    external: ['execa'],
    resolve: {
      alias: Object.fromEntries(
        ['core', 'node', 'share', 'shims'].map((room) => [
          `@atip/${room}`,
          join(ROOT, `packages/${room}/src/index.ts`),
        ]),
      ),
    },
  });
  // One place for each process: a test and `npm run figures` may run at once.
  const directory = join(ROOT, `node_modules/.cache/figures/${process.pid}-${name.replace('.ts', '')}`);
  const { output } = await bundle.write({ dir: directory, format: 'esm', entryFileNames: 'probe.mjs' });
  await bundle.close();
  return join(directory, output[0].fileName);
}
